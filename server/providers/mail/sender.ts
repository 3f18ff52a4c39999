/** The port to the e-mail provider. */
export interface MailSender {
  /**
   * Sends a mail of plain text. `code` is an extra for the sandbox; empty if the mail has none.
   * Rejects if the provider did not accept it; the caller tries again.
   */
  send(mail: { to: string; subject: string; text: string; code: string }): Promise<void>;
}
