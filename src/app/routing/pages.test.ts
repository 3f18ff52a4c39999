// @vitest-environment jsdom
import { beforeAll, expect, test } from 'vitest';
import { redirects, titles } from '../../../e2e/screens/screenPaths.ts';
import { startTexts } from '../../testing/texts.ts';
import { notFound, pages, routes } from './pages.ts';

beforeAll(() => startTexts());

test('the browser tests include each page of the table', () => {
  const known = [...Object.keys(titles), ...Object.keys(redirects)];
  expect(known.toSorted()).toEqual(Object.keys(pages).toSorted());
});

test('the code of each page loads', async () => {
  await Promise.all([...routes, notFound].map(({ page }) => page.fetch()));
  const missing = [...routes, notFound].filter(({ page }) => page.state.status !== 'ready');
  expect(missing.map(({ path }) => path)).toEqual([]);
});
