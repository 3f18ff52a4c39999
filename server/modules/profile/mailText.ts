import type { Language } from '../../../contract/config.ts';
import { writeMail } from '../../providers/mail/writeMail.ts';
import type { Settings } from '../../settings/settings.ts';
import { codeLifetimeMs } from '../auth/codes/codeMachine.ts';

/**
 * The mail that contains a code. The rider enters the code to confirm a new address, or to give a
 * proof with the current address.
 */
export function mailText(
  settings: Pick<Settings, 'brand'>,
  language: Language,
  code: string,
  kind: 'code' | 'stepUp' = 'code',
): { subject: string; text: string } {
  return writeMail(settings, language, kind, { code, minutes: String(codeLifetimeMs / 60_000) });
}
