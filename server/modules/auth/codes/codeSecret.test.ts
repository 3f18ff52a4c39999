import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Db } from '../../../db/database.ts';
import { createLogger } from '../../../log/logger.ts';
import { readSettings, type Settings } from '../../../settings/settings.ts';
import { createTestDatabase, preferredEngine } from '../../../testing/database.ts';
import { readCodeKeys, separateCodeSecret } from './codeSecret.ts';

const log = createLogger('silent');
const given = '0123456789abcdefghijklmnopqrstuv';

let db: Db;
let folder: string;
let closeDb: () => Promise<void>;
beforeEach(async () => {
  ({ db, close: closeDb } = await createTestDatabase(preferredEngine));
  folder = await mkdtemp(path.join(tmpdir(), 'code-secret-'));
});
afterEach(async () => {
  await closeDb();
  await rm(folder, { recursive: true });
});

const embedded = (env: Record<string, string> = {}): Settings =>
  readSettings({ SANDBOX: '1', DATA_DIR: path.join(folder, 'data'), ...env });
/** Settings of a production server with PostgreSQL. The tests do not call the services in these settings. */
const production = (codeSecret: Partial<Settings['codeSecret']> = {}): Settings => ({
  ...embedded({ DATABASE_URL: 'postgres://database.example/rental' }),
  environment: 'production',
  sandbox: false,
  codeSecret: { current: null, previous: null, file: null, ...codeSecret },
});
const storedKeys = () =>
  db.selectFrom('settings').select('key').where('key', '=', 'codeSecret').execute();
/** Stores a key in the database, as an earlier version did, and returns it. */
const keyOfEarlierVersion = async () => {
  const nothing = { codeSecret: { current: null, previous: null, file: null } };
  const [key] = await readCodeKeys(db, nothing);
  expect(await storedKeys()).toHaveLength(1);
  return key;
};
const keyFile = () => path.join(folder, 'data-keys', 'code-secret');

test('the first start creates a key outside the data, and later starts use this key', async () => {
  const settings = await separateCodeSecret(db, embedded(), log);
  const [key] = await readCodeKeys(db, settings);
  expect(await readFile(keyFile(), 'utf8')).toBe(`${key}\n`);
  expect((await stat(keyFile())).mode & 0o777).toBe(0o600);
  expect(await storedKeys()).toEqual([]);
  expect(embedded().codeSecret.current).toBe(key);
  // A later start of the server uses the same key if `KEYS_DIR` names the folder of the key file.
  const again = await separateCodeSecret(db, embedded({ KEYS_DIR: path.dirname(keyFile()) }), log);
  expect(again.codeSecret.current).toBe(key);
});

test('a start that is repeated with the same settings keeps the key', async () => {
  const settings = embedded();
  const { codeSecret } = await separateCodeSecret(db, settings, log);
  expect((await separateCodeSecret(db, settings, log)).codeSecret).toEqual(codeSecret);
});

test('the key of an earlier version moves out of the database', async () => {
  const key = await keyOfEarlierVersion();
  const settings = await separateCodeSecret(db, embedded(), log);
  expect(settings.codeSecret.current).toBe(key);
  expect(await readFile(keyFile(), 'utf8')).toBe(`${key}\n`);
  expect(await storedKeys()).toEqual([]);
});

test('production needs a key, and continues with the key of an earlier version', async () => {
  await expect(separateCodeSecret(db, production(), log)).rejects.toThrow(
    'CODE_SECRET is required',
  );
  const key = await keyOfEarlierVersion();
  const settings = await separateCodeSecret(db, production(), log);
  expect(await readCodeKeys(db, settings)).toEqual([key]);
});

test('the key is deleted from the database only after the operator has configured it', async () => {
  const key = await keyOfEarlierVersion();
  await separateCodeSecret(db, production({ current: given }), log);
  expect(await storedKeys()).toHaveLength(1);
  const settings = production({ current: given, previous: key });
  expect(await readCodeKeys(db, await separateCodeSecret(db, settings, log))).toEqual([given, key]);
  expect(await storedKeys()).toEqual([]);
});
