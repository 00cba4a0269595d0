//! HTTP client for programs that play with an API token.

use std::fmt;
use std::io::{BufRead, BufReader, Read};
use std::time::Duration;

use client::{Language, Locale};
use ureq::BodyReader;
use ureq::http::{HeaderMap, HeaderValue, Method, Request, header};

use super::http_client::{HttpClient, HttpResponse, is_timeout};
use super::{CaCertificates, RequestError, ServerAddress};
use crate::locale::TerminalLocale;

/// Limit on the length of a line of a stream.
const MAX_LINE_BYTES: u64 = 1 << 20;

/// Client of one server that sends `Authorization: Bearer` with every request. Clones share their settings.
#[derive(Clone, Debug)]
pub struct TokenClient {
    address: ServerAddress,
    http: HttpClient,
    authorization: HeaderValue,
}

/// A response of any status.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextResponse {
    /// HTTP status.
    pub status: u16,
    /// `Retry-After`, if it is in seconds.
    pub retry_after: Option<Duration>,
    /// `Location` of a redirect, which is not followed.
    pub location: Option<String>,
    /// Body.
    pub body: String,
}

/// Answer to the request for a stream.
#[derive(Debug)]
pub enum StreamResponse {
    /// Status 200.
    Opened(LineStream),
    /// Any other status.
    Refused(TextResponse),
}

/// Lines of a streamed response.
pub struct LineStream {
    reader: BufReader<BodyReader<'static>>,
}

/// Reason why there is no response, as a sentence in English.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TokenClientError {
    /// The server cannot be reached, or the connection was lost.
    Temporary(String),
    /// The connection is not secure, or the request cannot be sent.
    Permanent(String),
}

impl TokenClient {
    /// A client that trusts the system's root certificates and `ca`.
    ///
    /// # Errors
    /// The token is no header value, or the address is `https` and there is no root certificate.
    pub fn new(
        address: ServerAddress,
        ca: Option<&CaCertificates>,
        token: &str,
    ) -> Result<TokenClient, TokenClientError> {
        let mut authorization = HeaderValue::from_str(&format!("Bearer {token}"))
            .map_err(|error| TokenClientError::Permanent(error.to_string()))?;
        authorization.set_sensitive(true);
        let http = HttpClient::new(&address, ca).map_err(TokenClientError::from)?;
        Ok(TokenClient { address, http, authorization })
    }

    /// The server's address.
    #[must_use]
    pub fn address(&self) -> &ServerAddress {
        &self.address
    }

    /// Sends a GET request.
    ///
    /// # Errors
    /// There is no response.
    pub fn get(&self, path: &str) -> Result<TextResponse, TokenClientError> {
        self.send(Method::GET, path, String::new())
    }

    /// Sends a POST request with the body of a form, which may be empty.
    ///
    /// # Errors
    /// There is no response.
    pub fn post(&self, path: &str, form: String) -> Result<TextResponse, TokenClientError> {
        self.send(Method::POST, path, form)
    }

    /// Opens a stream; a read ends with an error after `silence` without data.
    ///
    /// # Errors
    /// There is no response.
    pub fn open_stream(&self, path: &str, silence: Duration) -> Result<StreamResponse, TokenClientError> {
        let request = self.request(Method::GET, path, ())?;
        let response = self.http.open_body(request, silence)?;
        if response.status().as_u16() == 200 {
            let reader = BufReader::new(response.into_body().into_reader());
            return Ok(StreamResponse::Opened(LineStream { reader }));
        }
        let response = HttpClient::read_body(response)?;
        Ok(StreamResponse::Refused(response.into()))
    }

    fn send(&self, method: Method, path: &str, body: String) -> Result<TextResponse, TokenClientError> {
        let mut request = self.request(method, path, body)?;
        let form = HeaderValue::from_static("application/x-www-form-urlencoded");
        request.headers_mut().insert(header::CONTENT_TYPE, form);
        Ok(self.http.send(request)?.into())
    }

    fn request<B>(&self, method: Method, path: &str, body: B) -> Result<Request<B>, TokenClientError> {
        Request::builder()
            .method(method)
            .uri(self.address.url(path))
            .header(header::AUTHORIZATION, self.authorization.clone())
            .body(body)
            .map_err(|error| TokenClientError::Permanent(error.to_string()))
    }
}

impl LineStream {
    /// The next line without its end; `None` after the last. Blank lines are keep-alives.
    ///
    /// # Errors
    /// The connection was lost or silent, or a line is too long.
    pub fn next_line(&mut self) -> Result<Option<String>, TokenClientError> {
        let mut line = Vec::new();
        let read = self.reader.by_ref().take(MAX_LINE_BYTES).read_until(b'\n', &mut line);
        match read {
            Ok(0) => Ok(None),
            Ok(_) if line.ends_with(b"\n") => {
                let line = String::from_utf8_lossy(&line);
                Ok(Some(line.trim().to_owned()))
            }
            Ok(_) => Err(TokenClientError::Temporary("The stream ended within a line.".to_owned())),
            Err(error) if is_timeout(&error) => {
                Err(TokenClientError::Temporary("The server is silent.".to_owned()))
            }
            Err(error) => Err(TokenClientError::Temporary(format!(
                "The connection was lost: {}",
                crate::platform::io_reason(&error)
            ))),
        }
    }
}

impl fmt::Debug for LineStream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("LineStream")
    }
}

impl From<HttpResponse> for TextResponse {
    fn from(response: HttpResponse) -> TextResponse {
        let text = |name: header::HeaderName| header_text(&response.headers, &name);
        let retry_after = text(header::RETRY_AFTER).and_then(|seconds| seconds.parse().ok());
        TextResponse {
            status: response.status,
            retry_after: retry_after.map(Duration::from_secs),
            location: text(header::LOCATION),
            body: response.body,
        }
    }
}

fn header_text(headers: &HeaderMap, name: &header::HeaderName) -> Option<String> {
    headers.get(name)?.to_str().ok().map(str::to_owned)
}

impl From<ureq::Error> for TokenClientError {
    fn from(error: ureq::Error) -> TokenClientError {
        RequestError::from(error).into()
    }
}

impl From<RequestError> for TokenClientError {
    fn from(error: RequestError) -> TokenClientError {
        let (locale, texts) = (Locale::new(Language::English), TerminalLocale::new(Language::English));
        match error {
            // A server that ends in the middle of an answer looks like this.
            RequestError::NotHanpan => {
                TokenClientError::Temporary("The answer is not HTTP or ends early.".to_owned())
            }
            RequestError::Unreachable(_) => TokenClientError::Temporary(error.sentence(locale, texts)),
            _ => TokenClientError::Permanent(error.sentence(locale, texts)),
        }
    }
}

impl fmt::Display for TokenClientError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (TokenClientError::Temporary(sentence) | TokenClientError::Permanent(sentence)) = self;
        f.write_str(sentence)
    }
}

impl std::error::Error for TokenClientError {}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::net::TcpListener;

    use super::*;

    /// A client of a server that sends `answer` to one request, and the thread that returns the request.
    fn client(answer: &'static str) -> (TokenClient, std::thread::JoinHandle<String>) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap()).parse().unwrap();
        let server = std::thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            let mut request = [0; 4096];
            let count = stream.read(&mut request).unwrap();
            stream.write_all(answer.as_bytes()).unwrap();
            String::from_utf8_lossy(&request[..count]).into_owned()
        });
        (TokenClient::new(address, None, "hpt_12").unwrap(), server)
    }

    #[test]
    fn lines_of_a_stream_are_read_until_it_ends() {
        let (client, server) = client(
            "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n4\r\nab\n\n\r\n2\r\nc\n\r\n0\r\n\r\n",
        );
        let StreamResponse::Opened(mut stream) =
            client.open_stream("/api/stream/event", Duration::from_secs(9)).unwrap()
        else {
            panic!("refused");
        };
        let lines: Vec<_> = std::iter::from_fn(|| stream.next_line().unwrap()).collect();
        assert_eq!(lines, ["ab", "", "c"]);
        let request = server.join().unwrap().to_lowercase();
        assert!(request.contains("authorization: bearer hpt_12\r\n"), "{request}");
    }

    #[test]
    fn a_stream_that_breaks_is_a_temporary_error() {
        let (client, _server) = client("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n4\r\nab");
        let StreamResponse::Opened(mut stream) = client.open_stream("/x", Duration::from_secs(9)).unwrap()
        else {
            panic!("refused");
        };
        assert!(matches!(stream.next_line(), Err(TokenClientError::Temporary(_))));
    }

    #[test]
    fn refusals_have_their_status_and_delay() {
        let (client, server) =
            client("HTTP/1.1 429 Too Many Requests\r\nretry-after: 10\r\ncontent-length: 2\r\n\r\n{}");
        let expected = TextResponse {
            status: 429,
            retry_after: Some(Duration::from_secs(10)),
            location: None,
            body: "{}".into(),
        };
        assert_eq!(client.post("/api/challenge/x", "rated=true".to_owned()), Ok(expected));
        let request = server.join().unwrap();
        assert!(request.contains("application/x-www-form-urlencoded"), "{request}");
    }
}
