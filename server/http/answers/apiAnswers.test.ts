import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '../../../contract/paths.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test("the date of an answer is from the server's clock, so that an app can measure its own offset", async () => {
  const date = async (path: string) => {
    const { headers } = await app.call(path);
    return Date.parse(headers.get('date') ?? '');
  };
  const apart = async (path: string) =>
    Math.abs((await date(path)) - app.deps.clock.now().getTime());
  expect(await apart(paths.config)).toBeLessThan(5000);
  app.deps.clock.advance(24 * 3600);
  expect(await apart(paths.config)).toBeLessThan(5000);
  // An error answer also has the date.
  expect(await apart(paths.me)).toBeLessThan(5000);
});
