import type { TextCodeProvider } from '../../server/providers/sms/codeProvider.ts';
import type { TextOutcome, TextSender } from '../../server/providers/sms/textSender.ts';
import { WorldAwayError, type WorldClient } from './worldClient.ts';

/** Creates the sandbox's service for login codes. Each message appears on the sandbox page. */
export function createSandboxSms(world: WorldClient): TextCodeProvider {
  return { hasOwnText: false, send: (message) => world.post(message) };
}

/**
 * Creates the sandbox's service for text messages without a code. Each message appears on the
 * sandbox page.
 */
export function createSandboxTexts(world: WorldClient): TextSender {
  return {
    async send({ to, body }): Promise<TextOutcome> {
      try {
        await world.post({ to, body, code: '' });
        return { outcome: 'sent' };
      } catch (error) {
        if (!(error instanceof WorldAwayError)) throw error;
        if (error.wasSent) return { outcome: 'dropped', why: 'the sandbox did not answer' };
        return { outcome: 'later', retryAfter: null };
      }
    },
  };
}
