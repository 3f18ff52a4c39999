import type { Language } from '../../contract/config.ts';
import { startI18n } from '../app/i18n.ts';
import { storageKeys } from '../lib/constants.ts';
import { local } from '../lib/storage/storage.ts';

/** Loads the real strings of a language. Call this in `beforeAll`. */
export async function startTexts(language: Language = 'en'): Promise<void> {
  local.set(storageKeys.language, language);
  await startI18n();
}
