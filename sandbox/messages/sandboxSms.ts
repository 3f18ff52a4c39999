import type { TextCarrier } from '../../server/providers/sms/carrier.ts';
import type { TextSender } from '../../server/providers/sms/textSender.ts';

/** Where the sandbox keeps the messages that a carrier would have delivered. */
export interface SmsOutbox {
  add(message: { to: string; body: string; code: string }): void;
}

/** The carrier of a sandbox: every message arrives at once, on the sandbox page. */
export function createSandboxSms(outbox: SmsOutbox): TextCarrier {
  return {
    checks: false,
    async send(message) {
      outbox.add(message);
    },
  };
}

/** Texts that are no codes arrive there, too. */
export function createSandboxTexts(outbox: SmsOutbox): TextSender {
  return {
    async send({ to, body }) {
      outbox.add({ to, body, code: '' });
      return { outcome: 'sent' };
    },
  };
}
