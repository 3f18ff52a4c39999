import { expect, test } from 'vitest';
import { Chunks, onlineFolder } from './chunks.ts';

const source = new URL('../../../src/', import.meta.url).pathname;
const page = (name: string) => `${source}pages/${name}.tsx`;
const shared = `${source}ui/Shared.tsx`;
const codeOnly = `${source}features/auth/CodeOnly.tsx`;
const withLibrary = `${source}ui/WithLibrary.tsx`;
const first = `${source}ui/First.tsx`;
const library = '/app/node_modules/@scope/library/index.js';

const imports: Record<string, { static?: string[]; lazy?: string[] }> = {
  [`${source}main.tsx`]: {
    static: [first],
    lazy: ['MenuPage', 'HistoryPage', 'LoginPage', 'CodePage'].map(page),
  },
  [page('MenuPage')]: { static: [first, shared, withLibrary] },
  [page('HistoryPage')]: { static: [shared, withLibrary] },
  [withLibrary]: { static: [library] },
  [page('LoginPage')]: { static: [shared, codeOnly] },
  [page('CodePage')]: { static: [codeOnly] },
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

test('modules lie together by who needs them', () => {
  const chunks = new Chunks();
  expect(nameOf(chunks, first)).toBe('start');
  expect(nameOf(chunks, shared)).toBe('parts');
  expect(nameOf(chunks, codeOnly)).toBe('online-parts');
  expect(nameOf(chunks, withLibrary)).toBe('WithLibrary');
  expect(nameOf(chunks, library)).toBe('@scope-library');
  expect(nameOf(chunks, page('MenuPage'))).toBeNull();
});

test('only what pages without a network never need lies apart', () => {
  const chunks = new Chunks();
  nameOf(chunks, first);
  expect(chunks.folderOf([page('LoginPage')])).toBe(onlineFolder);
  expect(chunks.folderOf([codeOnly])).toBe(onlineFolder);
  expect(chunks.folderOf([codeOnly, shared])).toBe('assets/');
  expect(chunks.folderOf([page('HistoryPage')])).toBe('assets/');
  expect(chunks.folderOf([])).toBe('assets/');
});
