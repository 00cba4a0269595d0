//! EPD parser.

use alloc::string::String;
use alloc::vec::Vec;
use core::num::NonZeroU32;

use super::{Epd, EpdReason, Operation, ParseEpdError};
use crate::fen::{Fields, number};
use crate::{ParseFenError, Setup};

pub(super) fn parse(text: &[u8]) -> Result<Epd, ParseEpdError> {
    let (setup, at) = position(text)?;
    let mut reader = OperationParser { text, at };
    let mut epd = Epd { setup, operations: Vec::new() };
    while let Some((at, operation)) = reader.operation()? {
        match operation.opcode.as_str() {
            "hmvc" => epd.setup.halfmoves = counter(at, &operation)?,
            "fmvn" => {
                epd.setup.fullmoves = NonZeroU32::new(counter(at, &operation)?).unwrap_or(NonZeroU32::MIN);
            }
            _ => epd.operations.push(operation),
        }
    }
    Ok(epd)
}

/// Parses the four fields, and the two counters if a digit follows. Returns the setup and the offset of the
/// operations. A `;` ends the fields.
fn position(text: &[u8]) -> Result<(Setup, usize), ParseEpdError> {
    let end = text.iter().position(|&byte| byte == b';').unwrap_or(text.len());
    let text = &text[..end];
    let mut fields = Fields::new(text);
    let mut setup = fields.position_fields()?;
    let in_fields = Fields::new(text).take(4).count();
    if in_fields < 4 {
        return Err(ParseEpdError { at: text.len(), reason: EpdReason::MissingField });
    }
    let at = fields.next_at();
    if text.get(at).is_some_and(u8::is_ascii_digit) {
        fields.counters(&mut setup)?;
        if Fields::new(text).take(6).count() < 6 {
            return Err(ParseEpdError { at: text.len(), reason: EpdReason::MissingField });
        }
    }
    Ok((setup, fields.next_at()))
}

impl From<ParseFenError> for ParseEpdError {
    fn from(error: ParseFenError) -> ParseEpdError {
        ParseEpdError { at: error.at, reason: EpdReason::Position(error.reason) }
    }
}

/// The single number of `hmvc` or `fmvn`.
fn counter<N: TryFrom<u32>>(at: usize, operation: &Operation) -> Result<N, ParseEpdError> {
    match operation.operands.as_slice() {
        [operand] => number(0, operand.as_bytes()).ok().and_then(|number| N::try_from(number).ok()),
        _ => None,
    }
    .ok_or(ParseEpdError { at, reason: EpdReason::BadCounter })
}

struct OperationParser<'a> {
    text: &'a [u8],
    at: usize,
}

impl OperationParser<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn fail<T>(&self, reason: EpdReason) -> Result<T, ParseEpdError> {
        Err(ParseEpdError { at: self.at, reason })
    }

    fn skip_while(&mut self, skipped: impl Fn(u8) -> bool) {
        while self.peek().is_some_and(&skipped) {
            self.at += 1;
        }
    }

    /// The next operation and its offset.
    fn operation(&mut self) -> Result<Option<(usize, Operation)>, ParseEpdError> {
        self.skip_while(|byte| byte.is_ascii_whitespace() || byte == b';');
        let start = self.at;
        match self.peek() {
            None => return Ok(None),
            Some(byte) if byte.is_ascii_alphabetic() => {}
            Some(_) => return self.fail(EpdReason::BadOpcode),
        }
        self.skip_while(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        if !self.is_at_end_of_operand() {
            return self.fail(EpdReason::BadOpcode);
        }
        let opcode = self.utf8(start, self.text[start..self.at].to_vec())?;
        let mut operands = Vec::new();
        while let Some(operand) = self.operand()? {
            operands.push(operand);
        }
        Ok(Some((start, Operation { opcode, operands })))
    }

    /// The next operand, or `None` at the end of the operation.
    fn operand(&mut self) -> Result<Option<String>, ParseEpdError> {
        self.skip_while(|byte| byte.is_ascii_whitespace());
        match self.peek() {
            None | Some(b';') => Ok(None),
            Some(b'"') => self.quoted().map(Some),
            Some(_) => self.word().map(Some),
        }
    }

    fn word(&mut self) -> Result<String, ParseEpdError> {
        let start = self.at;
        self.skip_while(|byte| !byte.is_ascii_whitespace() && byte != b';' && byte != b'"');
        if !self.is_at_end_of_operand() {
            return self.fail(EpdReason::BadText);
        }
        self.utf8(start, self.text[start..self.at].to_vec())
    }

    fn quoted(&mut self) -> Result<String, ParseEpdError> {
        self.at += 1;
        let start = self.at;
        let mut bytes = Vec::new();
        loop {
            match self.text[self.at..] {
                [b'"', ..] => break,
                [b'\\', byte @ (b'"' | b'\\'), ..] => {
                    bytes.push(byte);
                    self.at += 2;
                }
                [byte, ..] => {
                    bytes.push(byte);
                    self.at += 1;
                }
                [] => return self.fail(EpdReason::BadText),
            }
        }
        self.at += 1;
        if !self.is_at_end_of_operand() {
            return self.fail(EpdReason::BadText);
        }
        self.utf8(start, bytes)
    }

    fn is_at_end_of_operand(&self) -> bool {
        self.peek().is_none_or(|byte| byte.is_ascii_whitespace() || byte == b';')
    }

    /// Decodes bytes that start at offset `start` of the input. Where escapes were removed, the offset of an
    /// error may be too low by their number.
    fn utf8(&self, start: usize, bytes: Vec<u8>) -> Result<String, ParseEpdError> {
        String::from_utf8(bytes).map_err(|error| {
            let at = start + error.utf8_error().valid_up_to();
            ParseEpdError { at, reason: EpdReason::NotUtf8 }
        })
    }
}
