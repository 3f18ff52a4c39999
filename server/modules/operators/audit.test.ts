import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AuditList, AuditVerified } from '../../../contract/operators/audit.ts';
import { KeyAdded } from '../../../contract/operators/team.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { forBothEngines } from '../../testing/database.ts';
import { Operators, refusalOf, serverKey } from '../../testing/operators/operators.ts';

const why = 'a test';

forBothEngines((engine) => {
  let app: TestApp;
  let ops: Operators;
  beforeAll(async () => {
    app = await startTestApp({ engine, env: { OPERATOR_KEY: serverKey, TRUST_PROXY: '1' } });
    ops = new Operators(app);
  });
  afterAll(() => app.close());

  const list = async (query: Record<string, string> = {}, key = serverKey) =>
    AuditList.parse(
      (await ops.call(`audit?${new URLSearchParams(query).toString()}`, undefined, key)).body,
    );

  test('an operator reads their own acts, and finance reads all acts', async () => {
    const [fay, sue, fin] = [
      await ops.add('Fay', 'field'),
      await ops.add('Sue', 'support'),
      await ops.add('Fin', 'finance'),
    ];
    await ops.call('chargers', { serials: ['PB-A1'], why }, fay);
    expect((await list({}, sue)).entries).toEqual([]);
    expect(await list({}, fay)).toMatchObject({
      entries: [{ who: 'Fay', action: 'charger.register', why }],
    });
    expect(await list({ who: 'fay' }, fin)).toEqual(await list({ who: 'fay' }, fay));
    expect(refusalOf(await ops.call('audit?who=Fay', undefined, sue))).toEqual({
      status: 403,
      code: 'roleMissing',
    });
    const acts = (await list({ action: 'operator' }, fin)).entries;
    expect(new Set(acts.map(({ who }) => who))).toEqual(new Set(['root']));
    expect((await list({ action: 'operator.add', subject: 'Sue' })).entries).toHaveLength(1);
  });

  test.each([
    ['203.0.113.77', '203.0.113.0/24'],
    ['::ffff:203.0.113.77', '203.0.113.0/24'],
    ['2001:db8:12:34:5::1', '2001:db8:12::/48'],
    // The server trusts only the last proxy, so it ignores the first address, which the caller may have invented.
    ['10.9.8.7, 198.51.100.3', '198.51.100.0/24'],
  ])('an act from %s is recorded with the network %s', async (forwarded, network) => {
    const call = (bearer: string, path: string, body: object) =>
      app.call(`/api/ops/${path}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${bearer}`,
          'x-operator': 'root',
          'x-forwarded-for': forwarded,
        },
        body: { ...body, why },
        key: randomUUID(),
      });
    const id = randomUUID().slice(0, 8);
    const name = `Op ${id}`;
    await call(serverKey, 'operators', { name, roles: ['field'] });
    const path = `operators/${encodeURIComponent(name)}/keys`;
    const { key } = KeyAdded.parse((await call(serverKey, path, { label: 'laptop' })).body);
    await call(key ?? '', 'chargers', { serials: [`PB-${id}`] });
    expect((await list({ limit: '2' })).entries).toMatchObject([
      { action: 'charger.register', origin: { client: 'key', network } },
      { action: 'operator.addKey', origin: { client: 'serverKey', network } },
    ]);
    const stored = await app.deps.db.selectFrom('operator_actions').selectAll().execute();
    expect(JSON.stringify(stored)).not.toMatch(/203\.0\.113\.77|198\.51\.100\.3|db8:12:34/);
  });

  test('the filters by day include both days, and pages follow each other without gaps', async () => {
    const now = app.deps.clock.now();
    const day = (after: number) =>
      new Date(now.getTime() + after * 86_400_000).toISOString().slice(0, 10);
    const all = (await list()).entries;
    expect((await list({ from: day(0), to: day(0) })).entries).toEqual(all);
    expect((await list({ from: day(1) })).entries).toEqual([]);
    expect((await list({ to: day(-1) })).entries).toEqual([]);
    const paged: typeof all = [];
    let cursor: string | null = null;
    do {
      const page: AuditList = await list({ limit: '2', ...(cursor !== null && { cursor }) });
      paged.push(...page.entries);
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(paged).toEqual(all);
    expect((await ops.call('audit?cursor=x')).status).toBe(400);
    expect((await ops.call('audit?from=2026-13-01')).status).toBe(400);
  });

  test('the verification finds an entry that somebody changed', async () => {
    const verify = async () => AuditVerified.parse((await ops.call('audit/verify')).body);
    const { entries, last, broken } = await verify();
    expect({ broken, place: last?.place }).toEqual({ broken: [], place: entries });
    const spoil = (why: string) =>
      app.deps.db.transaction().execute(async (trx) => {
        await sql`alter table operator_actions disable trigger operator_actions_append_only`.execute(
          trx,
        );
        await sql`update operator_actions set why = ${why} where place = 2`.execute(trx);
        await sql`alter table operator_actions enable trigger operator_actions_append_only`.execute(
          trx,
        );
      });
    await spoil('another reason');
    expect((await verify()).broken).toEqual(['entry 2 of the record of operators was changed']);
    await spoil('new in the team');
    expect((await verify()).broken).toEqual([]);
  });
});
