//! A connection that hears notifications, for the message bus.

use std::future::poll_fn;

use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tokio::task::JoinHandle;
use tokio_postgres::{AsyncMessage, Client, Config};

use super::config::PostgresConfig;
use super::connect::connect_any;
use super::statement_error::StatementError;
use super::tls::DatabaseTls;
use crate::store::StoreError;

/// An open connection; closed on drop.
pub(crate) struct Listener {
    client: Client,
    heard: UnboundedReceiver<String>,
    driver: JoinHandle<()>,
}

impl Listener {
    /// Connects to the host that accepts writes and listens on a channel.
    ///
    /// # Errors
    ///
    /// Returns an error if the database cannot be reached.
    pub(crate) async fn connect(config: &PostgresConfig, channel: &str) -> Result<Listener, StoreError> {
        let open = |address| Listener::open(address, config.tls.clone(), channel);
        Ok(connect_any(config, open).await?)
    }

    async fn open(address: Config, tls: DatabaseTls, channel: &str) -> Result<Listener, StatementError> {
        let (client, mut connection) = address.connect(tls).await?;
        let (sender, heard) = unbounded_channel();
        let driver = tokio::spawn(async move {
            while let Some(Ok(message)) = poll_fn(|context| connection.poll_message(context)).await {
                if let AsyncMessage::Notification(notification) = message {
                    sender.send(notification.payload().to_owned()).ok();
                }
            }
        });
        let listener = Listener { client, heard, driver };
        listener.client.batch_execute(&format!("LISTEN {channel}")).await?;
        Ok(listener)
    }

    /// The next notification; `None` once the connection is lost. Cancel safe.
    pub(crate) async fn next(&mut self) -> Option<String> {
        self.heard.recv().await
    }

    /// Sends a notification.
    ///
    /// # Errors
    ///
    /// Returns an error if the database does not take it.
    pub(crate) async fn notify(&self, channel: &str, payload: &str) -> Result<(), StoreError> {
        let sent = self.client.query("SELECT pg_notify($1, $2)", &[&channel, &payload]).await;
        Ok(sent.map(drop).map_err(StatementError::from)?)
    }

    /// Waits for an answer of the database.
    ///
    /// # Errors
    ///
    /// Returns an error if the connection is lost.
    pub(crate) async fn probe(&self) -> Result<(), StoreError> {
        Ok(self.client.batch_execute("").await.map_err(StatementError::from)?)
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        self.driver.abort();
    }
}
