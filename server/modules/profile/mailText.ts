import type { Language } from '../../../contract/config.ts';
import { writeMail } from '../../providers/mail/writeMail.ts';
import type { Settings } from '../../settings/settings.ts';
import { codeLifetimeMs } from '../auth/codes/codeMachine.ts';

/** The mail with the code that confirms an address. */
export function mailText(
  settings: Pick<Settings, 'brand'>,
  language: Language,
  code: string,
): { subject: string; text: string } {
  return writeMail(settings, language, 'code', { code, minutes: String(codeLifetimeMs / 60_000) });
}
