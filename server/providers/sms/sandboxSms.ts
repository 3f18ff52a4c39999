import type { SmsSender } from './sender.ts';

/** Where the sandbox keeps the messages that a carrier would have delivered. */
export interface SmsOutbox {
  add(message: { to: string; body: string; code: string }): void;
}

/** The carrier of a sandbox: every message arrives at once, on the sandbox page. */
export function createSandboxSms(outbox: SmsOutbox): SmsSender {
  return {
    async send(message) {
      outbox.add(message);
    },
  };
}
