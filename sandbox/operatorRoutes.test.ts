import { afterAll, beforeAll, expect, test } from 'vitest';
import { Campaign } from '../contract/campaigns.ts';
import { Problem } from '../contract/errors.ts';
import { fillPath, paths } from '../contract/paths.ts';
import { buildApp } from '../server/app.ts';
import { createOperator } from '../server/outside/operatorActs.ts';
import { startTestApp, type TestApp } from '../server/testing/app.ts';
import { campaignTexts } from '../server/testing/campaigns.ts';
import { operatorRoutes } from './operatorRoutes.ts';

let app: TestApp;
let sandbox: Awaited<ReturnType<typeof buildApp>>;

beforeAll(async () => {
  app = await startTestApp();
  sandbox = await buildApp(app.deps, async (extended) => {
    await extended.register(operatorRoutes, {
      prefix: '/sandbox',
      operator: createOperator(app.deps),
    });
  });
});
afterAll(async () => {
  await sandbox.close();
  await app.close();
});

const offer = {
  kind: 'offer',
  type: 'tiny',
  texts: campaignTexts,
  starts: '2020-01-01',
  ends: '2099-01-01',
  timeZone: 'America/Chicago',
  reward: { kind: 'goCash', amount: 100 },
  budget: { claims: 1 },
};
const post = async (url: string, payload?: object) => {
  const answer = await sandbox.inject({ method: 'POST', url, ...(payload && { payload }) });
  return { status: answer.statusCode, body: answer.json<unknown>() };
};
const stateOf = async (type: string) =>
  Campaign.parse((await app.call(fillPath(paths.campaign, { type }))).body).state;

test('anybody can act as the operator of the sandbox, and can create a campaign only once and end it', async () => {
  expect(await post('/sandbox/api/campaigns', offer)).toEqual({
    status: 201,
    body: { type: 'tiny', seedHash: null },
  });
  expect(await stateOf('tiny')).toBe('running');
  const again = await post('/sandbox/api/campaigns', offer);
  expect(Problem.parse(again.body)).toMatchObject({ code: 'invalidInput', fields: ['body.type'] });
  expect((await post('/sandbox/api/campaigns/tiny/end')).status).toBe(200);
  expect(await stateOf('tiny')).toBe('ended');
  expect((await post('/sandbox/api/campaigns/none/end')).status).toBe(404);
});

test('an invalid campaign is rejected with the names of the wrong fields', async () => {
  const wrong = { ...offer, type: 'other', ends: '2019-01-01' };
  const { status, body } = await post('/sandbox/api/campaigns', wrong);
  expect([status, Problem.parse(body).fields]).toEqual([400, ['body.ends']]);
});
