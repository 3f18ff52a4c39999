import type { MailSender } from '../../server/providers/mail/sender.ts';
import type { WorldClient } from './worldClient.ts';

/** Creates the mail service of the sandbox. Each mail appears on the sandbox page. */
export function createSandboxMail(world: WorldClient): MailSender {
  return {
    send: ({ to, subject, text, code }) => world.post({ to, body: `${subject}\n\n${text}`, code }),
  };
}
