import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { serverKey } from '../../testing/operators/operators.ts';
import { runOps, runWith } from '../campaigns/testing.ts';
import { ops } from '../ops/ops.ts';
import { hosts } from './hosts.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ env: { OPERATOR_KEY: serverKey } });
  const at = new Date('2026-11-20T18:00:00Z');
  const always = { venue: 'cafe', language: 'en', created_at: at, updated_at: at } as const;
  await app.deps.db
    .insertInto('host_interests')
    .values([
      {
        ...always,
        id: randomUUID(),
        reference: 'H-AAAA-2222',
        business: 'Corner\u001B[31m Café',
        lat: 41.8781,
        lng: -87.6298,
        address: '5 W Lake St',
        contact_name: 'Ana Ruiz',
        phone: '+12125550123',
        email: null,
        message: 'Ring twice.\n=1+1',
      },
      {
        ...always,
        id: randomUUID(),
        reference: 'H-BBBB-3333',
        created_at: new Date(at.getTime() + 1000),
        business: '=HYPERLINK("x")',
        lat: null,
        lng: null,
        address: '9 E Oak St',
        contact_name: 'Bo',
        phone: null,
        email: 'bo@example.com',
        message: '',
      },
    ])
    .execute();
});
afterAll(() => app.close());

const run = (...args: string[]) => runOps(ops, ['hosts', ...args], app.url);

test('the list of the hosts to call contains no terminal control characters', async () => {
  expect(await run('list')).toEqual({
    code: 0,
    out: [
      'H-AAAA-2222  2026-11-20 18:00  Corner [31m Café  cafe  en',
      '    Ana Ruiz  +12125550123',
      '    5 W Lake St  41.87810,-87.62980',
      '    Ring twice. =1+1',
      '',
      'H-BBBB-3333  2026-11-20 18:00  =HYPERLINK("x")  cafe  en',
      '    Bo  bo@example.com',
      '    9 E Oak St',
      '',
    ].join('\n'),
    err: '',
  });
});

test('the export contains no formula that a spreadsheet would run', async () => {
  const { out } = await run('export');
  const [head, ...rows] = out.split('\n');
  expect(head).toBe(
    'reference,sent,changed,done,business,venue,lat,lng,address,contact,phone,email,message,language',
  );
  expect(rows.join('\n')).toContain(
    `,"'=HYPERLINK(""x"")",cafe,,,9 E Oak St,Bo,,bo@example.com,,en`,
  );
  // A spreadsheet would treat a phone number with a plus as a formula.
  expect(out).toContain(",41.8781,-87.6298,5 W Lake St,Ana Ruiz,'+12125550123,");
});

test('an answered request disappears from the list, and an erased request is deleted', async () => {
  expect((await run('done', 'h-aaaa-2222')).out).toBe('H-AAAA-2222 is done.\n');
  expect((await run('list')).out).not.toContain('H-AAAA-2222');
  expect((await run('list', '--all')).out).toMatch(/H-AAAA-2222 {2}2026-11-20 18:00 {2}done/);
  expect((await run('erase', 'H-AAAA-2222')).out).toBe('H-AAAA-2222 is erased.\n');
  expect((await run('export')).out).not.toContain('Ana');
  expect(await run('erase', 'H-AAAA-2222')).toMatchObject({
    code: 1,
    err: 'There is no request H-AAAA-2222.\n',
  });
  await run('done', 'H-BBBB-3333');
  expect((await run('list')).out).toBe('There are no unanswered requests.\n');
});

test.each([
  [[], 'There is no command hosts '],
  [['make'], 'There is no command hosts make.'],
  [['list', 'H-1'], 'list takes only options.'],
  [['export', '--all'], '--all'],
  [['done'], 'Give one reference'],
  [['erase', 'H-1', 'H-2'], 'Give one reference'],
  [['list', '--colour'], '--colour'],
])('%j is not a command, and the help lists the commands', async (args, said) => {
  const { code, out, err } = await run(...args);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain(said);
  expect(err).toContain('npm run ops -- hosts list');
});

test('the former command does the same, needs no reason, and prints the name of the new command', async () => {
  const former = (...args: string[]) => runWith(hosts, args, app.url);
  const { out, err } = await former('list', '--all');
  expect(out).toBe((await run('list', '--all')).out);
  expect(err).toContain('npm run hosts is now npm run ops -- hosts');
  expect((await former('erase', 'H-BBBB-3333')).out).toBe('H-BBBB-3333 is erased.\n');
  expect((await former('--help')).out).toContain('npm run hosts -- list');
});
