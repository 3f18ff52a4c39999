import type { MailSender } from '../../server/providers/mail/sender.ts';

/** The store for messages that a real service would have delivered. */
export interface MailOutbox {
  add(message: { to: string; body: string; code: string }): void;
}

/** The mail service of the sandbox. Each mail appears at once on the sandbox page. */
export function createSandboxMail(outbox: MailOutbox): MailSender {
  return {
    async send({ to, subject, text, code }) {
      outbox.add({ to, body: `${subject}\n\n${text}`, code });
    },
  };
}
