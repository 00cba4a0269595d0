//! What comes from the network.

use protocol::ToClient;

use super::Call;

/// Something that happened to a connection.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Incoming {
    /// A message came.
    Heard(Call, Box<ToClient>),
    /// The socket could not be opened, or is closed: it will bring nothing more.
    Dropped(Call),
    /// The system says that there is no network: whatever was open is not any more.
    Unplugged,
    /// The server does not want this program, and will not want it later: the page is foreign, or too old.
    Denied(Call),
}
