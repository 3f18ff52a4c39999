/** The port to whoever carries text messages. */
export interface SmsSender {
  /**
   * Sends a text. `code` is given besides, for carriers that word the message themselves and for the
   * sandbox. Rejects where the carrier did not take it; the caller tries again.
   */
  send(message: { to: string; body: string; code: string }): Promise<void>;
}
