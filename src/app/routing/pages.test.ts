// @vitest-environment jsdom
import { beforeAll, expect, test } from 'vitest';
import { pages } from '../../../contract/rules/app/pages.ts';
import { startTexts } from '../../testing/texts.ts';
import { notFound, routes } from './pages.ts';

beforeAll(() => startTexts());

test('the routes are those of the table, in its order', () => {
  const paths = [...routes, notFound].map(({ path }) => path);
  expect(['/home', ...paths]).toEqual(Object.keys(pages));
});

test('the code of each page loads', async () => {
  await Promise.all([...routes, notFound].map(({ page }) => page.fetch()));
  const missing = [...routes, notFound].filter(({ page }) => page.state.status !== 'ready');
  expect(missing.map(({ path }) => path)).toEqual([]);
});
