import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { NotificationSettings } from '../../../contract/notifications.ts';
import { paths } from '../../../contract/paths.ts';
import { signUp, type Rider } from '../../testing/app.ts';
import { forEachEngine } from '../../testing/database.ts';
import { everything, PushWorld } from '../../testing/pushWorld.ts';

forEachEngine((engine) => {
  let world: PushWorld;
  let rider: Rider;
  beforeAll(async () => {
    world = await PushWorld.start(engine, new Date('2026-11-02T12:00:00Z'));
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    rider = await signUp(world.app);
  });

  const read = () => world.app.call(paths.notificationSettings, { session: rider.sessionId });

  test('by default all topics except news are on, and details and receipts are off', async () => {
    expect(NotificationSettings.parse((await read()).body)).toEqual({
      ...everything,
      push: { ...everything.push, news: false },
    });
  });

  test('settings are stored separately for each rider', async () => {
    const chosen = {
      ...everything,
      push: { ...everything.push, rewards: false },
      quietHours: { from: '22:00', to: '07:30', timeZone: 'America/Mexico_City' },
      showDetails: true,
    };
    expect((await world.choose(rider, chosen)).body).toEqual(chosen);
    expect((await read()).body).toEqual(chosen);
    rider = await signUp(world.app);
    expect(NotificationSettings.parse((await read()).body).showDetails).toBe(false);
  });

  const change = (body: object) =>
    world.app.call(paths.notificationSettings, {
      method: 'PUT',
      session: rider.sessionId,
      body,
    });

  test('concurrent changes are all stored, and other settings stay', async () => {
    const quietHours = { from: '22:00', to: '07:30', timeZone: 'UTC' };
    await change({ quietHours });
    const answers = await Promise.all([
      change({ push: { news: true } }),
      change({ push: { rewards: false } }),
      change({ showDetails: true }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await read()).body).toEqual({
      ...everything,
      push: { ...everything.push, news: true, rewards: false },
      quietHours,
      showDetails: true,
    });
    await change({ quietHours: null });
    expect((await read()).body).toMatchObject({ quietHours: null, showDetails: true });
  });

  test('an app that does not have a topic does not change this topic', async () => {
    await change({ push: { reminders: false } });
    const { reminders: _unknown, ...known } = everything.push;
    expect((await change({ ...everything, push: known })).body).toMatchObject({
      push: { ...known, reminders: false },
    });
  });

  test.each([
    ['body.quietHours.timeZone', { quietHours: { from: '22:00', to: '07:00', timeZone: 'Mars' } }],
    ['body.receiptBy', { receiptBy: 'email' as const }],
  ])('the setting %s is refused if it is not available', async (field, wrong) => {
    expect(await world.choose(rider, wrong)).toMatchObject({
      status: 400,
      body: { code: 'invalidInput', fields: [field] },
    });
  });

  test.each([
    { quietHours: { from: '24:00', to: '07:00', timeZone: 'UTC' } },
    { push: { weather: true } },
    { showDetails: 'yes' },
    { more: 1 },
  ])('the server refuses the setting %j', async (wrong) => {
    const body = { ...everything, ...wrong };
    const { sessionId: session } = rider;
    const asked = world.app.call(paths.notificationSettings, { method: 'PUT', session, body });
    expect((await asked).status).toBe(400);
  });
});
