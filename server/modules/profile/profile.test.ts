import { afterAll, beforeAll, expect, test } from 'vitest';
import { User } from '../../../contract/signIn/auth.ts';
import { Problem } from '../../../contract/errors.ts';
import { paths } from '../../../contract/paths.ts';
import {
  signUp,
  startTestApp,
  type CallAnswer,
  type Rider,
  type TestApp,
} from '../../testing/app.ts';
import { forEachEngine } from '../../testing/database.ts';

forEachEngine((engine) => {
  let app: TestApp;
  let rider: Rider;
  beforeAll(async () => {
    app = await startTestApp({ engine });
    rider = await signUp(app);
  });
  afterAll(() => app.close());

  const change = (body: unknown, session = rider.sessionId) =>
    app.call(paths.me, { method: 'PATCH', session, body });
  const userOf = ({ body }: CallAnswer) => User.parse(body);
  const problemOf = ({ body }: CallAnswer) => Problem.parse(body);
  const day = (text: string) => {
    const [year, month, day] = text.split('-').map(Number);
    return { year, month, day };
  };

  test.each([
    ['Ana María', 'Ana María'],
    ['  Ana \t\n  María  ', 'Ana María'],
    ['Ana\u0000'.replace('\u0000', '\u0007'), 'Ana'],
    ['Jose\u0301', 'Jos\u00e9'],
    ['👩‍👩‍👧‍👦 Ana 🏴󠁧󠁢󠁥󠁮󠁧󠁿', '👩‍👩‍👧‍👦 Ana 🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
    ['محمد \u200fعلي', 'محمد \u200fعلي'],
    ['evil\u202Egnp.exe\u2066', 'evilgnp.exe'],
    ['half \ud83d', 'half'],
    ['👩‍👩‍👧‍👦'.repeat(60), '👩‍👩‍👧‍👦'.repeat(60)],
    ['y'.repeat(60), 'y'.repeat(60)],
    ['<script>alert(1)</script>', '<script>alert(1)</script>'],
    ['', null],
    [' \u200b\u3164 ', null],
    ['\u202e\u200f', null],
    [null, null],
  ])('a name is normalized: %j', async (name, stored) => {
    expect(userOf(await change({ name })).name).toBe(stored);
    expect(userOf(await app.call(paths.me, { session: rider.sessionId })).name).toBe(stored);
  });

  test.each([
    ['sixty-one characters', 'y'.repeat(61)],
    ['sixty-one families', '👩‍👩‍👧‍👦'.repeat(61)],
    ['a thousand characters', 'y'.repeat(1000)],
    ['ten thousand characters', 'y'.repeat(10_000)],
    ['a card number', '4242 4242 4242 4242'],
    ['NUL', 'a\0b'],
    ['a number', 7],
  ])('a name is refused: %s', async (_, name) => {
    await change({ name: 'Before' });
    expect(problemOf(await change({ name }))).toMatchObject({
      code: 'invalidInput',
      fields: ['body.name'],
    });
    expect(userOf(await change({})).name).toBe('Before');
  });

  test.each(['1900-01-01', '2000-02-29', '2004-02-29', '1987-12-31'])(
    'a birth date is stored: %s',
    async (text) => {
      expect(userOf(await change({ birthDate: day(text) })).birthDate).toEqual(day(text));
    },
  );

  test.each(['1900-02-29', '2001-02-29', '2004-02-30', '2001-04-31', '2099-01-01'])(
    'an impossible birth date is refused: %s',
    async (text) => {
      expect(problemOf(await change({ birthDate: day(text) })).code).toBe('birthDateInvalid');
    },
  );

  test.each(['1899-12-31', '2001-13-01', '2001-01-32', '2001-00-10', '2001-01-00'])(
    'an invalid date is refused: %s',
    async (text) => {
      expect(problemOf(await change({ birthDate: day(text) })).code).toBe('invalidInput');
    },
  );

  test('a rider is thirteen from the birthday on, by the server’s clock', async () => {
    const now = app.deps.clock.now();
    const birthday = { month: now.getUTCMonth() + 1, day: now.getUTCDate() };
    const today = { year: now.getUTCFullYear() - 13, ...birthday };
    const tomorrow = new Date(
      Date.UTC(now.getUTCFullYear() - 13, now.getUTCMonth(), now.getUTCDate() + 1),
    );
    const younger = day(tomorrow.toISOString().slice(0, 10));
    expect((await change({ birthDate: today })).status).toBe(200);
    expect(problemOf(await change({ birthDate: younger })).code).toBe('tooYoung');
    expect(userOf(await change({})).birthDate).toEqual(today);
    expect(userOf(await change({ birthDate: null })).birthDate).toBeNull();
  });

  test('fields that are missing in the request stay, and read-only fields change nothing', async () => {
    await change({ name: 'Ana', language: 'es' });
    const user = userOf(
      await change({ birthDate: day('1990-05-05'), id: '1', phone: '+12125550100', photo: 'x' }),
    );
    expect(user).toMatchObject({
      id: rider.user.id,
      phone: rider.phone,
      name: 'Ana',
      language: 'es',
      birthDate: day('1990-05-05'),
      photo: null,
    });
    expect((await change({ language: 'fr' })).status).toBe(400);
  });

  test.each([
    [paths.me, 'PATCH'],
    [paths.me, 'DELETE'],
    [paths.myOverview, 'GET'],
    [paths.myData, 'GET'],
    [paths.myPhoto, 'GET'],
    [paths.myPhoto, 'PUT'],
    [paths.myPhoto, 'DELETE'],
    [paths.myEmail, 'POST'],
    [paths.myPhone, 'POST'],
  ])('only signed-in riders reach %s by %s', async (path, method) => {
    const answer = await app.call(path, { method, ...(method !== 'GET' && { body: {} }) });
    expect(answer.status).toBe(401);
    expect(problemOf(answer).code).toBe('signInRequired');
  });

  test('no address exists for the profiles of other riders', async () => {
    const other = await signUp(app);
    await change({ name: 'Other' }, other.sessionId);
    for (const path of [
      `/api/users/${other.user.id}`,
      `/api/me/${other.userId}`,
      `/api/me/photo/x`,
    ]) {
      expect((await app.call(path, { session: rider.sessionId })).status).toBe(404);
    }
    expect(userOf(await change({})).name).not.toBe('Other');
  });
});
