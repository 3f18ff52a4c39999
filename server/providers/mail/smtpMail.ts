import { createTransport } from 'nodemailer';
import { z } from 'zod';
import type { MailSender } from './sender.ts';

/** Somebody waits for the answer, so a server that says nothing has not taken the mail. */
const timeoutMs = 10_000;

/** Hands mails to an SMTP server, `smtp://…` or `smtps://…`; where it offers TLS, it is used. */
export function createSmtpMail({ url, from }: { url: string; from: string }): MailSender {
  const transport = createTransport({
    url,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ to, subject, text }) {
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: to },
          subject,
          text,
          // RFC 3834: nobody's holiday note answers it.
          headers: { 'auto-submitted': 'auto-generated' },
        });
      } catch (error) {
        const { code, responseCode } = Failure.parse(error);
        throw new MailRefusedError(code, responseCode);
      }
    },
  };
}

const Failure = z
  .object({ code: z.string().catch('unknown'), responseCode: z.int().optional().catch(undefined) })
  .catch({ code: 'unknown', responseCode: undefined });

/** Without the server's own words: they repeat the address. */
export class MailRefusedError extends Error {
  override readonly name = 'MailRefusedError';

  constructor(code: string, status: number | undefined) {
    super(`the mail was not taken: ${code} ${status ?? ''}`.trimEnd());
  }
}
