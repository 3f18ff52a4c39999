import { createTransport } from 'nodemailer';
import { z } from 'zod';
import { providerTimeoutMs } from '../providerTimeout.ts';
import { MailTimeoutError, type MailSender } from './sender.ts';

/**
 * Sends mails by an SMTP server, `smtp://…` or `smtps://…`. It uses TLS if the server offers TLS. `providerTimeoutMs`
 * limits the wait for each answer of the mail server, not the whole call.
 */
export function createSmtpMail({ url, from }: { url: string; from: string }): MailSender {
  const transport = openTransport(url, providerTimeoutMs);
  return {
    async send({ to, subject, text, files = [] }) {
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: to },
          subject,
          text,
          attachments: files.map(({ name, type, content }) => ({
            filename: name,
            contentType: type,
            content,
          })),
          // This header prevents automatic replies, such as holiday notices (RFC 3834).
          headers: { 'auto-submitted': 'auto-generated' },
        });
      } catch (error) {
        const { code, responseCode } = Failure.parse(error);
        if (code === 'ETIMEDOUT') throw new MailTimeoutError();
        throw new MailRefusedError(code, responseCode);
      }
    },
  };
}

function openTransport(url: string, withinMs: number) {
  return createTransport({
    url,
    connectionTimeout: withinMs,
    greetingTimeout: withinMs,
    socketTimeout: withinMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/**
 * Signs in at the mail server without sending a mail.
 *
 * @returns null if the sign-in works; otherwise the reason why not.
 */
export async function checkSmtp(url: string, withinMs: number): Promise<string | null> {
  const transport = openTransport(url, withinMs);
  try {
    await transport.verify();
    return null;
  } catch (error) {
    const { code, responseCode } = Failure.parse(error);
    return `${code} ${responseCode ?? ''}`.trimEnd();
  } finally {
    transport.close();
  }
}

const Failure = z
  .object({ code: z.string().catch('unknown'), responseCode: z.int().optional().catch(undefined) })
  .catch({ code: 'unknown', responseCode: undefined });

/** The error does not contain the message of the mail server, because that message repeats the address. */
export class MailRefusedError extends Error {
  override readonly name = 'MailRefusedError';

  constructor(code: string, status: number | undefined) {
    super(`the mail was refused: ${code} ${status ?? ''}`.trimEnd());
  }
}
