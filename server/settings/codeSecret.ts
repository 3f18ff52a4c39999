import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { SettingsError } from './settingsError.ts';

export interface CodeSecretSettings {
  /**
   * The key with which the server hashes codes, phones and cards. Null if the operator configured no key, and there is
   * no key file.
   */
  readonly current: string | null;
  /**
   * The key that `current` replaced. Hashes that were made with this key are still recognised. Null if none is
   * configured.
   */
  readonly previous: string | null;
  /** The file of a key that the server created itself; null if the key must not be in a file. */
  readonly file: string | null;
}

const secret = z.string().min(32, 'at least 32 characters');

export const codeSecretVariables = {
  CODE_SECRET: secret.optional(),
  CODE_SECRET_PREVIOUS: secret.optional(),
  KEYS_DIR: z.string().optional(),
};
const Variables = z.object(codeSecretVariables);

/**
 * @param place where the data is. For an embedded database, the file with the key is next to the folder of the data and
 * not in the folder, so that a copy of the folder does not contain the key.
 */
export function codeSecretSettings(
  { CODE_SECRET, CODE_SECRET_PREVIOUS, KEYS_DIR }: z.infer<typeof Variables>,
  place: { dataDir: string; isEmbedded: boolean },
): CodeSecretSettings {
  const folder = KEYS_DIR ?? `${path.resolve(place.dataDir)}-keys`;
  const file = place.isEmbedded ? path.join(folder, 'code-secret') : null;
  const current = CODE_SECRET ?? readKeyFile(file);
  if (CODE_SECRET_PREVIOUS !== undefined && CODE_SECRET === undefined) {
    throw new SettingsError('CODE_SECRET_PREVIOUS needs CODE_SECRET, which replaces it.');
  }
  if (CODE_SECRET_PREVIOUS !== undefined && CODE_SECRET_PREVIOUS === CODE_SECRET) {
    throw new SettingsError('CODE_SECRET and CODE_SECRET_PREVIOUS are the same.');
  }
  return { current, previous: CODE_SECRET_PREVIOUS ?? null, file };
}

/** The key that an earlier start created; null if there is none. */
export function readKeyFile(file: string | null): string | null {
  if (file === null || !existsSync(file)) return null;
  const read = secret.safeParse(readFileSync(file, 'utf8').trim());
  if (!read.success) throw new SettingsError(`${file} has no key of at least 32 characters.`);
  return read.data;
}
