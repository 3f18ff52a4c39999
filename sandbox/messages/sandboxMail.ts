import type { MailSender } from '../../server/providers/mail/sender.ts';

/** Where the sandbox keeps the messages that a carrier would have delivered. */
export interface MailOutbox {
  add(message: { to: string; body: string; code: string }): void;
}

/** The post of a sandbox: every mail arrives at once, on the sandbox page. */
export function createSandboxMail(outbox: MailOutbox): MailSender {
  return {
    async send({ to, subject, text, code }) {
      outbox.add({ to, body: `${subject}\n\n${text}`, code });
    },
  };
}
