import type { MailSender } from '../../server/providers/mail/sender.ts';
import type { WorldClient } from './worldClient.ts';

/** Creates the mail service of the sandbox. Each mail appears on the sandbox page. */
export function createSandboxMail(world: WorldClient): MailSender {
  return {
    send: ({ to, subject, text, code, files = [] }) => {
      const attached = files.map(({ name }) => `\n[${name}]`).join('');
      return world.post({ to, body: `${subject}\n\n${text}${attached}`, code });
    },
  };
}
