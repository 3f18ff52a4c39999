import type { TextCodeProvider } from '../../server/providers/sms/codeProvider.ts';
import type { TextSender } from '../../server/providers/sms/textSender.ts';

/** The store for messages that a real service would have delivered. */
export interface SmsOutbox {
  add(message: { to: string; body: string; code: string }): void;
}

/** The SMS service of the sandbox. Each message appears at once on the sandbox page. */
export function createSandboxSms(outbox: SmsOutbox): TextCodeProvider {
  return {
    checks: false,
    async send(message) {
      outbox.add(message);
    },
  };
}

/** Text messages without a code also appear there. */
export function createSandboxTexts(outbox: SmsOutbox): TextSender {
  return {
    async send({ to, body }) {
      outbox.add({ to, body, code: '' });
      return { outcome: 'sent' };
    },
  };
}
