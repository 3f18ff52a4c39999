import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { brokenOperatorActions } from '../../../modules/audit/operatorActions.ts';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import { forBothEngines } from '../../../testing/database.ts';
import { Operators, serverKey } from '../../../testing/operators/operators.ts';
import { up } from './0079-act-origins.ts';

forBothEngines((engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ engine, env: { OPERATOR_KEY: serverKey } });
  });
  afterAll(() => app.close());

  /** Restores the table and the hash function of the previous version. The table must be empty. */
  const goBack = async () => {
    const { db } = app.deps;
    await sql`alter table operator_actions drop client, drop network`.execute(db);
    await sql`create or replace function operator_action_hash(entry operator_actions, former text)
      returns text language sql stable as $$
        select encode(sha256(convert_to(former || jsonb_build_array(entry.place, entry.who,
          entry.action, entry.subject, entry.details, entry.before, entry.after, entry.why, entry.key,
          extract(epoch from entry.at))::text, 'utf8')), 'hex') $$`.execute(db);
  };
  const broken = () => brokenOperatorActions(app.deps.db);
  /** Changes an entry as somebody with access to the database could. */
  const spoil = (place: number, client: string | null, network: string | null) =>
    app.deps.db.transaction().execute(async (trx) => {
      const trigger = sql.ref('operator_actions_append_only');
      await sql`alter table operator_actions disable trigger ${trigger}`.execute(trx);
      await sql`update operator_actions set client = ${client}, network = ${network}
        where place = ${place}`.execute(trx);
      await sql`alter table operator_actions enable trigger ${trigger}`.execute(trx);
    });
  const wrong = (place: number) => [`entry ${place} of the record of operators was changed`];

  test('the chain of hashes of the previous version stays valid, and also covers the origins of the new acts', async () => {
    const { db, clock } = app.deps;
    await goBack();
    for (const subject of ['PB-1', 'PB-2']) {
      await sql`insert into operator_actions (action, subject, details, at, who, why)
        values ('charger.retire', ${subject}, '{}', ${clock.now()}, 'ada', 'swollen')`.execute(db);
    }
    expect(await broken()).toEqual([]);
    await up(db);
    expect(await broken()).toEqual([]);
    await new Operators(app).add('Sue', 'support');
    const entries = await db
      .selectFrom('operator_actions')
      .select(['client', 'network'])
      .orderBy('place')
      .execute();
    const none = { client: null, network: null };
    const called = { client: 'serverKey', network: '127.0.0.0/24' };
    expect(entries).toEqual([none, none, called, called]);
    expect(await broken()).toEqual([]);

    await spoil(1, 'serverKey', null);
    expect(await broken()).toEqual(wrong(1));
    await spoil(1, null, null);
    await spoil(3, null, null);
    expect(await broken()).toEqual(wrong(3));
    await spoil(3, 'key', called.network);
    expect(await broken()).toEqual(wrong(3));
    await spoil(3, called.client, '198.51.100.0/24');
    expect(await broken()).toEqual(wrong(3));
    await spoil(3, called.client, called.network);
    expect(await broken()).toEqual([]);
  });
});
