import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Problem } from '../../../contract/errors.ts';
import { NotificationList } from '../../../contract/notifications.ts';
import { paths } from '../../../contract/paths.ts';
import { RiderData } from '../../../contract/profile.ts';
import { Report, ReportList } from '../../../contract/support.ts';
import { registerOrderJobs } from '../../composition.ts';
import { createLogger } from '../../log/logger.ts';
import { signUp, startTestApp, type Rider, type TestApp } from '../../testing/app.ts';
import { forEachEngine } from '../../testing/database.ts';
import { FakePayments } from '../../testing/payments/fakePayments.ts';
import { Renting } from '../../testing/renting.ts';
import { transact } from '../../db/unitOfWork.ts';
import { answerReport } from './answerReport.ts';

const words = 'It is <b>stuck</b>, call me: Ana';

forEachEngine((engine) => {
  let app: TestApp;
  let renting: Renting;
  let rider: Rider;
  const logged: string[] = [];

  beforeAll(async () => {
    const log = createLogger('trace', { write: (line: string) => void logged.push(line) });
    app = await startTestApp({ engine, payments: new FakePayments(), log });
    registerOrderJobs(app.deps);
    renting = await Renting.at(app);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    rider = await signUp(app);
  });

  test("a report about an order opens a case that does not contain the report's text", async () => {
    const { id, number, station } = await renting.rent(rider, await renting.addCard(rider), 30);
    const answer = await report({ kind: 'doesNotCharge', note: words, orderId: id });
    expect(answer.status).toBe(201);
    const opened = Report.parse(answer.body);
    expect(opened).toMatchObject({
      kind: 'doesNotCharge',
      note: words,
      order: { id, number },
      station: { id: station.id },
      answer: null,
    });
    expect(opened.number).toMatch(/^C-[\dA-Z]{4}-[\dA-Z]{4}$/);
    expect(await list()).toEqual([opened]);

    const cases = await casesOf(opened.id);
    expect(cases).toMatchObject([
      {
        rental_id: id,
        station_id: station.id,
        details: { number: opened.number, about: 'doesNotCharge' },
      },
    ]);
    expect(JSON.stringify(cases)).not.toContain('Ana');
    expect(logged.join('')).not.toContain('Ana');
  });

  test('a report may be about a station, about another station than the pick-up, or about neither order nor station @slow', async () => {
    const { id } = await renting.rent(rider, await renting.addCard(rider), 30);
    const stationId = renting.cabinet.stationId;
    expect(opened(await report({ kind: 'cabinetBroken', stationId }))).toMatchObject({
      order: null,
      station: { id: stationId },
      note: '',
    });
    expect(opened(await report({ kind: 'cannotReturn', orderId: id, stationId }))).toMatchObject({
      order: { id },
      station: { id: stationId },
    });
    expect(opened(await report({ kind: 'other' }))).toMatchObject({ order: null, station: null });
    const named = opened(await report({ kind: 'doesNotCharge', charger: 'PB-1042' }));
    expect(await casesOf(named.id)).toMatchObject([{ details: { charger: 'PB-1042' } }]);
    expect((await report({ kind: 'doesNotCharge', charger: 'PB 1042' })).status).toBe(400);
  });

  test("a report about another rider's order or about an unknown station is refused", async () => {
    const { id } = await renting.rent(rider, await renting.addCard(rider), 30);
    const stranger = await signUp(app);
    expect(codeOf(await report({ kind: 'other', orderId: id }, stranger))).toBe('orderNotFound');
    expect(codeOf(await report({ kind: 'other', stationId: '2345674' }))).toMatch(
      /stationNotFound|invalidInput/,
    );
    expect(await list(stranger)).toEqual([]);
  });

  test.each([
    ['an unknown kind', { kind: 'rage' }],
    ['an objection to a bill, which must be a dispute', { kind: 'chargedWrongly' }],
    ['a note that is too long', { kind: 'other', note: 'x'.repeat(1001) }],
    ['a card number', { kind: 'other', note: 'mine is 4242 4242 4242 4242' }],
    ['an order that is no id', { kind: 'other', orderId: '1; drop table' }],
  ])('a report is refused: %s', async (_, body) => {
    expect(codeOf(await report(body))).toBe('invalidInput');
    expect(await list()).toEqual([]);
  });

  test('a report without a session or without a key is refused', async () => {
    const body = { kind: 'other' };
    expect((await app.call(paths.supportReports, { method: 'POST', body })).status).toBe(401);
    const session = rider.sessionId;
    const keyless = await app.call(paths.supportReports, { method: 'POST', session, body });
    expect(codeOf(keyless)).toBe('idempotencyKeyRequired');
  });

  test('the same report that is sent ten times concurrently is stored once', async () => {
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => report({ kind: 'other' }, rider, key)),
    );
    const sent = answers.filter(({ status }) => status === 201).map(opened);
    expect(new Set(sent.map(({ id }) => id)).size).toBe(1);
    expect(await list()).toHaveLength(1);
    expect(codeOf(await report({ kind: 'cannotReturn' }, rider, key))).toBe('idempotencyKeyReused');
  });

  test('after twenty reports within a day the server refuses others, and a repeated report does not count', async () => {
    const key = randomUUID();
    for (let i = 0; i < 5; i++) await report({ kind: 'other' }, rider, key);
    for (let i = 1; i < 20; i++) expect((await report({ kind: 'other' })).status).toBe(201);
    expect(codeOf(await report({ kind: 'other' }))).toBe('tooManyRequests');
    expect((await report({ kind: 'other' }, await signUp(app))).status).toBe(201);
    app.deps.clock.advance(24 * 3600);
    expect((await report({ kind: 'other' })).status).toBe(201);
  });

  test("support's answer notifies the rider, and is shown with the report", async () => {
    const { id, number } = opened(await report({ kind: 'other', note: words }));
    await answer(number, 'We send you a new one.');
    expect(await list()).toMatchObject([
      { id, answer: 'We send you a new one.', answeredAt: expect.any(String) },
    ]);
    expect(await listNotifications()).toMatchObject([
      { kind: 'caseAnswered', order: null, outcome: null },
    ]);
    expect(await answer(number, 'We send you a new one.')).toEqual({ isRepeated: true });
    await expect(answer(number, 'We do not.')).rejects.toThrow('answered already');
    await expect(answer('C-NONE-NONE', 'Hello')).rejects.toThrow('There is no case');
    expect(await listNotifications()).toHaveLength(1);
  });

  test("a report is in the file of the rider's data, and is deleted with the account, but its case stays", async () => {
    const first = opened(await report({ kind: 'other', note: words }));
    app.deps.clock.advance(1);
    const second = opened(await report({ kind: 'cannotReturn' }));
    const session = rider.sessionId;
    const data = RiderData.parse((await app.call(paths.myData, { session })).body);
    expect(data.reports).toEqual([first, second]);

    expect((await app.call(paths.me, { method: 'DELETE', session })).status).toBe(204);
    const left = await app.deps.db
      .selectFrom('support_reports')
      .select('id')
      .where('user_id', '=', rider.userId)
      .execute();
    expect(left).toEqual([]);
    expect(await casesOf(first.id)).toHaveLength(1);
  });

  function report(body: unknown, who = rider, key: string = randomUUID()) {
    return app.call(paths.supportReports, { method: 'POST', session: who.sessionId, key, body });
  }

  async function list(who = rider) {
    const { body } = await app.call(paths.supportReports, { session: who.sessionId });
    return ReportList.parse(body).reports;
  }

  async function listNotifications() {
    const { body } = await app.call(paths.notifications, { session: rider.sessionId });
    return NotificationList.parse(body).notifications;
  }

  const answer = (number: string, text: string) =>
    transact(app.deps, (work) => answerReport(work, number, text));

  function casesOf(reportId: string) {
    return app.deps.db
      .selectFrom('support_cases')
      .select(['rental_id', 'station_id', 'details'])
      .where('key', '=', `report:${reportId}`)
      .execute();
  }
});

const opened = ({ body }: { body: unknown }) => Report.parse(body);

function codeOf({ body }: { body: unknown }): string {
  return Problem.parse(body).code;
}
