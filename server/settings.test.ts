import { expect, test } from 'vitest';
import { readSettings, SettingsError } from './settings.ts';

test('a laptop needs no configuration', () => {
  expect(readSettings({})).toMatchObject({
    port: 3000,
    publicUrl: 'http://localhost:3000',
    issuerPort: 3001,
    issuerUrl: 'http://localhost:3001',
    dataDir: '.data',
    databaseUrl: null,
    sandbox: true,
    map: { base: { kind: 'mvt' } },
  });
});

test('ports and addresses follow the port', () => {
  expect(readSettings({ PORT: '4000', PUBLIC_URL: 'https://go.example/' })).toMatchObject({
    publicUrl: 'https://go.example',
    issuerPort: 4001,
    issuerUrl: 'https://go.example:4001',
  });
});

test('the sandbox is never on in production unless asked for', () => {
  expect(() => readSettings({ NODE_ENV: 'production' })).toThrow(SettingsError);
  expect(() => readSettings({ SANDBOX: '0' })).toThrow('SANDBOX=1');
  expect(readSettings({ NODE_ENV: 'production', SANDBOX: '1' }).sandbox).toBe(true);
});

test('every wrong variable is named, and no value is repeated', () => {
  const wrong = {
    PORT: 'eighty',
    DATABASE_URL: 'mysql://root:hunter2@db/x',
    MAP_CENTER: 'Chicago',
    SERVED_COUNTRIES: 'US,Spain',
    CODE_SECRET: 'hunter2',
  };
  const message = (() => {
    try {
      readSettings(wrong);
      return '';
    } catch (error) {
      return error instanceof SettingsError ? error.message : '';
    }
  })();
  for (const name of Object.keys(wrong)) expect(message).toContain(name);
  expect(message).not.toMatch(/hunter2|Chicago|eighty/);
});

test('an empty variable counts as absent', () => {
  expect(readSettings({ DATABASE_URL: '', PORT: '' })).toMatchObject({
    databaseUrl: null,
    port: 3000,
  });
});
