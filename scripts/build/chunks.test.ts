import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Chunks, joinedParts, onlineFolder, textsFolder } from './chunks.ts';

const source = new URL('../../src/', import.meta.url).pathname;
const page = (name: string) => `${source}pages/${name}.tsx`;
const shared = `${source}ui/Shared.tsx`;
const codeOnly = `${source}features/auth/CodeOnly.tsx`;
const withLibrary = `${source}ui/WithLibrary.tsx`;
const ofLogin = `${source}features/auth/OfLogin.tsx`;
const ofCode = `${source}features/auth/OfCode.tsx`;
const ofBoth = `${source}features/auth/OfBoth.tsx`;
const first = `${source}ui/First.tsx`;
const library = '/app/node_modules/@scope/library/index.js';
const react = '/app/node_modules/react/cjs/react.production.js';

const imports: Record<string, { static?: string[]; lazy?: string[] }> = {
  [`${source}main.tsx`]: {
    static: [first, react],
    lazy: [
      'menu/MenuPage',
      'orders/HistoryPage',
      'login/LoginPage',
      'login/CodePage',
      'profile/ProfilePage',
      'wallet/AddGoCashPage',
    ].map(page),
  },
  [page('menu/MenuPage')]: { static: [first, shared, withLibrary], lazy: [ofBoth] },
  [page('orders/HistoryPage')]: { static: [shared, withLibrary] },
  [withLibrary]: { static: [library] },
  [page('login/LoginPage')]: { static: [shared, codeOnly, ofLogin] },
  [page('login/CodePage')]: { static: [codeOnly, ofLogin], lazy: [ofCode, ofBoth] },
  [page('wallet/AddGoCashPage')]: { static: [codeOnly] },
  [codeOnly]: { lazy: [ofCode] },
};

const modules = {
  getModuleInfo: (id: string) => ({
    importedIds: imports[id]?.static ?? [],
    dynamicallyImportedIds: imports[id]?.lazy ?? [],
  }),
};

function nameOf(chunks: Chunks, id: string): string | null {
  return chunks.groups.flatMap(({ name }) => name(id, modules) ?? [])[0] ?? null;
}

test('modules that the same pages need are in one file', () => {
  const chunks = new Chunks();
  expect(nameOf(chunks, first)).toBe('start');
  expect(nameOf(chunks, react)).toBe('react');
  expect(nameOf(chunks, shared)).toBe('parts');
  expect(nameOf(chunks, codeOnly)).toBe('online-parts');
  expect(nameOf(chunks, withLibrary)).toBe('WithLibrary');
  expect(nameOf(chunks, library)).toBe('@scope-library');
  expect(nameOf(chunks, ofCode)).toBeNull();
});

test('the pages of an area share a file with the modules that only they need', () => {
  const chunks = new Chunks();
  expect(nameOf(chunks, page('profile/ProfilePage'))).toBe('account');
  expect(nameOf(chunks, page('wallet/AddGoCashPage'))).toBe('payment-online');
  expect(nameOf(chunks, page('login/LoginPage'))).toBe('launch-online');
  expect(nameOf(chunks, page('login/CodePage'))).toBe('launch-online');
  expect(nameOf(chunks, ofLogin)).toBe('launch-online');
});

test('a page that imports a package has its own file', () => {
  const chunks = new Chunks();
  expect(nameOf(chunks, page('orders/HistoryPage'))).toBeNull();
});

test('the bundler is asked only once for each module', () => {
  const asked: string[] = [];
  const counted = {
    getModuleInfo(id: string) {
      asked.push(id);
      return modules.getModuleInfo(id);
    },
  };
  const chunks = new Chunks();
  for (const id of [first, library, shared])
    for (const { name } of chunks.groups) name(id, counted);
  expect(asked.length).toBeGreaterThan(10);
  expect(asked).toHaveLength(new Set(asked).size);
});

test('all parts that share a file exist', () => {
  expect([...joinedParts.keys()].filter((file) => !existsSync(file))).toEqual([]);
});

test('the folder of online files has only modules that pages need while online', () => {
  const chunks = new Chunks();
  nameOf(chunks, first);
  expect(chunks.folderOf('LoginPage', [page('login/LoginPage')])).toBe(onlineFolder);
  expect(chunks.folderOfStyle('LoginPage.css')).toBe(onlineFolder);
  expect(chunks.folderOfStyle('HistoryPage.css')).toBe('assets/');
  expect(chunks.folderOf('file', [codeOnly])).toBe(onlineFolder);
  expect(chunks.folderOf('file', [ofCode])).toBe(onlineFolder);
  expect(chunks.folderOf('file', [ofBoth])).toBe('assets/');
  expect(chunks.folderOf('file', [codeOnly, shared])).toBe('assets/');
  expect(chunks.folderOf('file', [page('orders/HistoryPage')])).toBe('assets/');
  expect(chunks.folderOf('file', [])).toBe('assets/');
});

test('each language has its own folder of texts', () => {
  const chunks = new Chunks();
  nameOf(chunks, first);
  const texts = ['common', 'errors'].map((name) => `/app/locales/es/${name}.json`);
  expect(chunks.folderOf('file', [`${source}app/languages/es.ts`, ...texts])).toBe(
    `${textsFolder}es/`,
  );
  expect(chunks.folderOf('file', ['/app/locales/zh-CN/documents/legal.json'])).toBe(
    `${textsFolder}zh-CN/`,
  );
  expect(chunks.folderOf('file', [...texts, '/app/locales/en/common.json'])).toBe('assets/');
  expect(chunks.folderOf('file', [...texts, shared])).toBe('assets/');
});
