import type { Language } from '../../contract/config.ts';
import { startI18n } from '../app/i18n.ts';
import { storageKeys } from '../lib/constants.ts';
import { local } from '../lib/storage/storage.ts';

/** The real texts of a language for a test file's components; for its `beforeAll`. */
export async function startTexts(language: Language = 'en'): Promise<void> {
  local.set(storageKeys.language, language);
  await startI18n();
}
