import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registerOrderJobs } from '../../composition.ts';
import { signUp, startTestApp, type TestApp } from '../../testing/app.ts';
import { forBothEngines } from '../../testing/database.ts';
import { insertRental } from '../../testing/rentalRows.ts';
import { addStation } from '../../testing/stations.ts';
import { up } from './0042-case-desk.ts';

forBothEngines((engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ engine });
    registerOrderJobs(app.deps);
  });
  afterAll(() => app.close());

  /** Undoes the migration, so that the tables are as in the previous version. */
  const goBack = async () => {
    const { db } = app.deps;
    await sql`drop trigger operator_actions_chain on operator_actions`.execute(db);
    await sql`drop trigger operator_actions_kept on operator_actions`.execute(db);
    await sql`drop function chain_operator_action`.execute(db);
    await sql`drop function operator_action_hash`.execute(db);
    await sql`drop index operator_actions_subject`.execute(db);
    await sql`alter table operator_actions drop who, drop why, drop before, drop after, drop key,
      drop place, drop hash`.execute(db);
    await sql`alter table support_cases drop number, drop user_id, drop state, drop waits_for,
      drop due_at, drop alerted_at, drop assignee, drop answer, drop answered_at, drop outcome,
      drop closed_at, drop closed_by`.execute(db);
    await sql`drop index if exists support_cases_newest, support_cases_rental`.execute(db);
    await sql`drop function new_case_number`.execute(db);
  };
  /** Inserts a case as the previous version does. */
  const insertOld = async (kind: string, key: string, rentalId: string | null) => {
    await sql`insert into support_cases (id, kind, key, rental_id, details, created_at)
      values (${randomUUID()}, ${kind}, ${`${kind}:${key}`}, ${rentalId}, '{}', ${app.deps.clock.now()})`.execute(
      app.deps.db,
    );
  };

  test('the cases of the previous version get a number, a rider, a state and a bound @slow', async () => {
    const { db, clock } = app.deps;
    const station = await addStation(db);
    const rider = await signUp(app);
    const orders = [];
    for (let i = 0; i < 2; i++)
      orders.push(await insertRental(app.deps, rider, station, 'complete'));
    const [answered = '', open = ''] = orders;
    const report = randomUUID();
    await db
      .insertInto('support_reports')
      .values({
        id: report,
        number: 'C-AAAA-2222',
        user_id: rider.userId,
        kind: 'other',
        note: '',
        created_at: clock.now(),
      })
      .execute();
    await db
      .insertInto('disputes')
      .values({
        id: randomUUID(),
        rental_id: answered,
        reason: 'wrongAmount',
        note: '',
        state: 'refunded',
        refunded: 100,
        opened_at: clock.now(),
        answered_at: clock.now(),
      })
      .execute();
    await goBack();
    await insertOld('report', report, null);
    await insertOld('dispute', answered, answered);
    await insertOld('ejectUnknown', open, open);
    await insertOld('cabinetFault', 'x', null);
    await up(db);
    // A server of the previous version still runs during the update.
    await insertOld('lateEject', open, open);

    const rows = await db.selectFrom('support_cases').selectAll().orderBy('kind').execute();
    const hours = (kind: string) => {
      const row = rows.find((one) => one.kind === kind);
      return row ? (row.due_at.getTime() - row.created_at.getTime()) / 3_600_000 : null;
    };
    expect(rows).toMatchObject([
      { kind: 'cabinetFault', state: 'open', user_id: null },
      {
        kind: 'dispute',
        state: 'closed',
        user_id: rider.userId,
        outcome: { kind: 'refund', amount: 100 },
      },
      { kind: 'ejectUnknown', state: 'open', user_id: rider.userId },
      { kind: 'lateEject', state: 'open' },
      { kind: 'report', state: 'open', number: 'C-AAAA-2222', user_id: rider.userId },
    ]);
    expect(new Set(rows.map(({ number }) => number)).size).toBe(5);
    for (const { number } of rows) expect(number).toMatch(/^C-[2-9A-Y]{4}-[2-9A-Y]{4}$/);
    expect(['cabinetFault', 'ejectUnknown', 'report'].map(hours)).toEqual([72, 24, 720]);
  });
});
