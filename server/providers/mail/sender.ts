/** The port to whoever carries e-mail. */
export interface MailSender {
  /**
   * Sends a mail of plain text. `code` is given besides, for the sandbox; empty where the mail brings none. Rejects where the carrier
   * did not take it; the caller tries again.
   */
  send(mail: { to: string; subject: string; text: string; code: string }): Promise<void>;
}
