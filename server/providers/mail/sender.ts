export interface Mail {
  to: string;
  subject: string;
  text: string;
  code: string;
  /** The attached files. */
  files?: readonly MailFile[];
}

interface MailFile {
  name: string;
  /** The media type. */
  type: string;
  content: Buffer;
}

/** The port to the e-mail provider. */
export interface MailSender {
  /**
   * Sends a mail of plain text. Only the sandbox uses `code`, which is empty if the mail has no code. If
   * the provider does not accept the mail, the promise rejects.
   *
   * @throws {MailTimeoutError}
   */
  send(mail: Mail): Promise<void>;
}

/** The provider did not answer in time. The mail may have been sent. */
export class MailTimeoutError extends Error {
  override readonly name = 'MailTimeoutError';

  constructor() {
    super('the mail server did not answer in time');
  }
}
