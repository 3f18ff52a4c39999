import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { socialProviders } from '../../../contract/socialProvider.ts';
import { forEachEngine } from '../../testing/database.ts';
import {
  begin,
  choose,
  codeOf,
  finish,
  refuse,
  signInWith,
  startSocialWorld,
  type SocialWorld,
} from '../../testing/socialWorld.ts';

forEachEngine((engine) => {
  let world: SocialWorld;
  beforeAll(async () => {
    world = await startSocialWorld(engine);
  });
  afterAll(() => world.close());
  beforeEach(() => {
    world.faults.knobs = { mode: 'off' };
  });
  const app = () => world.app;

  describe.each(socialProviders)('%s', (provider) => {
    test('signs somebody up, and in to the same account afterwards', async () => {
      const first = await signInWith(world, provider, 'Alex Rider');
      expect(first.user).toMatchObject({ phone: null, name: 'Alex Rider', email: null });
      const again = await signInWith(world, provider, 'Alex Rider');
      expect(again.user.id).toBe(first.user.id);
      expect(again.sessionId).not.toBe(first.sessionId);
      const other = await signInWith(world, provider, 'Somebody Else');
      expect(other.user.id).not.toBe(first.user.id);
    });

    test('leads back to the page that finishes', async () => {
      const attempt = await begin(app(), provider);
      const back = await choose(world.browser(), attempt.url, 'Alex Rider');
      expect(new URL(back.url).pathname).toBe('/login/social');
      expect(new URL(back.url).searchParams.get('attempt')).toBe(attempt.attemptId);
    });

    test('says that the person refused, and makes nobody', async () => {
      const attempt = await begin(app(), provider);
      const before = await count();
      await refuse(world.browser(), attempt.url);
      expect(codeOf(await finish(app(), attempt))).toBe('signInCancelled');
      expect(await count()).toEqual(before);
    });

    test('says that the provider could not be asked', async () => {
      const attempt = await begin(app(), provider);
      const before = await count();
      world.faults.knobs = { mode: 'exchangeDown' };
      await choose(world.browser(), attempt.url, 'Alex Rider');
      expect(codeOf(await finish(app(), attempt))).toBe('providerUnavailable');
      expect(await count()).toEqual(before);
    });
  });

  async function count() {
    const { db } = app().deps;
    const [users, identities] = await Promise.all(
      (['users', 'identities'] as const).map(async (table) => {
        const rows = await db.selectFrom(table).selectAll().execute();
        return rows.length;
      }),
    );
    return { users, identities };
  }
});
