//! Macros that read and write the types of messages by tables of their fields and variants, and writing of strings.

use std::fmt::Write as _;

/// A struct: its fields, and after a semicolon those that have a default when absent.
macro_rules! record {
    (read $type:ty { $($field:ident),* $(; $($default:ident),*)? }) => {
        impl Read for $type {
            fn read(value: &Value) -> Option<Self> {
                let value = value.object()?;
                Some(Self {
                    $($field: Read::read_field(value.get(stringify!($field)))?,)*
                    $($($default: crate::json::fields::or_default(value.get(stringify!($default)))?,)*)?
                })
            }
        }
    };
    (write $type:ty { $($field:ident),* }) => {
        impl Write for $type {
            fn write(&self, out: &mut String) {
                crate::json::fields::object(out, None, &[$((stringify!($field), &self.$field)),*]);
            }
        }
    };
}

/// An enum of plain names.
macro_rules! names {
    ($type:ident { $($variant:ident = $name:literal),* $(,)? } $(else $other:ident)?) => {
        impl Read for $type {
            fn read(value: &Value) -> Option<Self> {
                match value.text()? {
                    $($name => Some($type::$variant),)*
                    _ => crate::json::fields::other!($($type::$other)?),
                }
            }
        }
        impl Write for $type {
            fn write(&self, out: &mut String) {
                crate::json::fields::write_text(out, match self {
                    $($type::$variant => $name,)*
                    // Never sent by a client.
                    $($type::$other => "",)?
                });
            }
        }
    };
}

/// An enum whose variant is named by a field of the object. A field has its own name on the wire or the given one; `flat` is a
/// field whose content is beside the others.
macro_rules! tagged {
    (both $($table:tt)*) => {
        tagged!(read $($table)*);
        tagged!(write $($table)*);
    };
    (
        read $type:ident[$tag:literal] {
            $($name:literal => $variant:ident $({ $($field:ident $(= $key:tt)?),* })?),* $(,)?
        } $(else $other:ident)?
    ) => {
        impl Read for $type {
            fn read(value: &Value) -> Option<Self> {
                match value.get($tag)?.text()? {
                    $($name => Some($type::$variant $({
                        $($field: crate::json::fields::read_field!(value, $field $(, $key)?)?),*
                    })?),)*
                    _ => crate::json::fields::other!($($type::$other)?),
                }
            }
        }
    };
    (
        write $type:ident[$tag:literal] {
            $($name:literal => $variant:ident $({ $($field:ident $(= $key:literal)?),* })?),* $(,)?
        }
    ) => {
        impl Write for $type {
            fn write(&self, out: &mut String) {
                match self {
                    $($type::$variant $({ $($field),* })? => crate::json::fields::object(
                        out,
                        Some(($tag, $name)),
                        &[$($((crate::json::fields::key!($field $(, $key)?), $field)),*)?],
                    ),)*
                }
            }
        }
    };
}

/// Reads a field of a [`tagged`] enum.
macro_rules! read_field {
    ($value:ident, $field:ident, flat) => {
        Read::read($value)
    };
    ($value:ident, $field:ident $(, $key:literal)?) => {
        Read::read_field($value.get(crate::json::fields::key!($field $(, $key)?)))
    };
}

/// The name of a field on the wire.
macro_rules! key {
    ($field:ident) => {
        stringify!($field)
    };
    ($field:ident, $key:literal) => {
        $key
    };
}

/// The variant for unknown names, if there is one.
macro_rules! other {
    () => {
        None
    };
    ($other:path) => {
        Some($other)
    };
}

pub(super) use {key, names, other, read_field, record, tagged};

use super::{Read, Value, Write};

/// Reads a field that has a default when absent.
pub(super) fn or_default<T: Read + Default>(value: Option<&Value>) -> Option<T> {
    value.map_or_else(|| Some(T::default()), T::read)
}

/// Writes an object: the tag with the name of the variant, and the fields that are not absent.
pub(super) fn object(out: &mut String, tag: Option<(&str, &str)>, fields: &[(&str, &dyn Write)]) {
    let mut separator = '{';
    if let Some((tag, name)) = tag {
        key_of(out, separator, tag);
        write_text(out, name);
        separator = ',';
    }
    for (name, value) in fields.iter().filter(|(_, value)| !value.is_absent()) {
        key_of(out, separator, name);
        value.write(out);
        separator = ',';
    }
    if separator == '{' {
        out.push('{');
    }
    out.push('}');
}

fn key_of(out: &mut String, separator: char, name: &str) {
    out.push(separator);
    write_text(out, name);
    out.push(':');
}

/// Writes a string.
pub(super) fn write_text(out: &mut String, text: &str) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            control if control < ' ' => {
                // Writing to a string cannot fail.
                let _ = write!(out, "\\u{:04x}", u32::from(control));
            }
            other => out.push(other),
        }
    }
    out.push('"');
}
