import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import { campaignTexts as texts } from '../../../testing/campaigns.ts';
import { captureOutput } from '../../../testing/captureOutput.ts';
import { Operators, refusalOf, serverKey } from '../../../testing/operators/operators.ts';
import { makeFolder } from '../../campaigns/testing.ts';
import { runCommand } from '../../runCommand.ts';
import { ops } from '../ops.ts';

let app: TestApp;
let files: Awaited<ReturnType<typeof makeFolder>>;
beforeAll(async () => {
  app = await startTestApp({ env: { OPERATOR_KEY: serverKey } });
  files = await makeFolder();
});
afterAll(async () => {
  await app.close();
  await rm(files.folder, { recursive: true });
});

function run(...args: string[]) {
  const settings = { operator: { key: serverKey, keyFile: '/nowhere', url: app.url } };
  return captureOutput((output) =>
    runCommand(['campaigns', ...args, '--as', 'mia'], ops, { ...output, settings }),
  );
}

const why = ['--why', 'the summer'];
const month = ['--starts', '2090-06-01', '--ends', '2090-07-01T18:00', '--zone', 'America/Chicago'];

test('marketing creates an offer and a raffle, lists and ends them, and the record has each act', async () => {
  const offer = ['--reward', 'goCash', '--amount', '200', '--budget-claims', '5000'];
  const file = await files.write('offer.json', { texts });
  const create = ['create', '--file', file, '--type', 'summer', ...month, ...offer];
  expect(await run(...create, ...why)).toEqual({
    code: 0,
    out: 'summer runs from 2090-06-01T00:00:00-05:00 to 2090-07-01T18:00:00-05:00.\n',
    err: '',
  });
  expect(await run(...create, ...why)).toMatchObject({ code: 1, err: 'summer exists already.\n' });
  expect(await run(...create)).toMatchObject({ code: 2 });
  const prizes = [{ reward: { kind: 'goCash', amount: 100 }, chances: 1, stock: 5 }];
  const raffle = await files.write('raffle.json', { texts, outOf: 10, prizes });
  const drawn = ['create-raffle', '--file', raffle, '--type', 'draw', ...month, ...why];
  expect((await run(...drawn)).out).toMatch(/The hash of its seed is [\da-f]{64}: publish it/);
  expect((await run('list')).out).toContain('summer,offer,everyone,upcoming,2090-06-01T00:00:00');
  expect((await run('end', 'summer', ...why)).out).toBe('summer has ended.\n');
  expect((await run('list')).out).toContain('summer,offer,everyone,ended,');
  expect((await run('end', 'nothing', ...why)).err).toBe('There is no campaign nothing.\n');
  const calls = new Operators(app);
  expect((await calls.actions('summer')).map(({ action, who }) => `${who}: ${action}`)).toEqual([
    'mia: campaign.create',
    'mia: campaign.end',
  ]);
  const wrong = { campaign: { kind: 'offer' }, why: 'a test' };
  expect(refusalOf(await calls.call('campaigns', wrong))).toEqual({
    status: 422,
    code: 'promotionInvalid',
  });
  const support = await calls.add('Sue', 'support');
  expect(refusalOf(await calls.call('campaigns', wrong, support))).toMatchObject({
    code: 'roleMissing',
  });
  expect((await calls.call('campaigns', undefined, support)).status).toBe(200);
});
