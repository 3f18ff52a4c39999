import { randomUUID } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HostInterestTaken, HostTerms, type HostInterest } from '../../../contract/hosts.ts';
import { paths } from '../../../contract/paths.ts';
import { createLogger } from '../../log/logger.ts';
import { cleanUp } from '../../jobs/housekeeping.ts';
import { freshPhone, startTestApp, type TestApp } from '../../testing/app.ts';
import { forEachEngine } from '../../testing/database.ts';

const day = 24 * 3600;

let mails = 0;
const freshMail = () => `cafe-${(mails += 1)}@example.com`;

function interest(given: Partial<HostInterest> = {}): HostInterest {
  return {
    business: 'Corner Café',
    venue: 'cafe',
    place: { lat: 41.8781, lng: -87.6298 },
    address: '',
    contactName: 'Ana Ruiz',
    phone: freshPhone(),
    email: null,
    message: '',
    language: 'en',
    consent: true,
    ...given,
  };
}

forEachEngine((engine) => {
  let app: TestApp;
  const logged = new PassThrough();

  beforeAll(async () => {
    app = await startTestApp({
      engine,
      env: { TRUST_PROXY: '1', HOST_KEEP_DAYS: '90' },
      log: createLogger('trace', logged),
    });
  });
  afterAll(() => app.close());

  let callers = 0;
  /** Sends a request. Each request comes from a different address, unless the test gives an address. */
  const send = (
    body: unknown,
    { key = randomUUID(), from = `10.0.${Math.floor((callers += 1) / 250)}.${callers % 250}` } = {},
  ) =>
    app.call(paths.hosts, {
      method: 'POST',
      key,
      body,
      headers: { 'x-forwarded-for': from },
    });
  const rowOf = async (answer: { body: unknown }) =>
    app.deps.db
      .selectFrom('host_interests')
      .selectAll()
      .where('reference', '=', HostInterestTaken.parse(answer.body).reference)
      .executeTakeFirst();
  const count = async () =>
    (await app.deps.db.selectFrom('host_interests').select('id').execute()).length;

  test('a guest’s request is stored as plain text, and the answer contains a reference', async () => {
    const email = freshMail();
    const sent = interest({
      business: '  Corner\u202E \t Café ',
      email,
      address: '5 W Lake St',
      message: 'Line one\r\n\n\n\nline\u0007 two  ',
      language: 'es',
    });
    const answer = await send(sent);
    expect(answer.status).toBe(201);
    expect(HostInterestTaken.parse(answer.body).reference).toMatch(/^H(-[2-9A-Y]{4}){2}$/);
    expect(await rowOf(answer)).toMatchObject({
      business: 'Corner Café',
      venue: 'cafe',
      lat: 41.8781,
      address: '5 W Lake St',
      contact_name: 'Ana Ruiz',
      phone: sent.phone,
      email,
      message: 'Line one\n\nline two',
      language: 'es',
      done_at: null,
    });
  });

  test.each([
    [{ business: ' ' }, 'body.business'],
    [{ business: '\u200B' }, 'body.business'],
    [{ business: 'x'.repeat(101) }, 'body.business'],
    [{ business: '<b>Café</b>' }, 'body.business'],
    [{ contactName: '' }, 'body.contactName'],
    [{ contactName: 'www.spam.example' }, 'body.contactName'],
    [{ message: 'cheap: https://spam.example' }, 'body.message'],
    [{ business: 'w\u200Bww.spam.example' }, 'body.business'],
    [{ message: 'cheap: https:\u2066//spam.example' }, 'body.message'],
    [{ message: 'x'.repeat(1001) }, 'body.message'],
    [{ address: '<a>' }, 'body.address'],
    [{ place: null }, 'body.address'],
    [{ place: { lat: 91, lng: 0 } }, 'body.place.lat'],
    [{ phone: null }, 'body.phone'],
    [{ phone: '+12' }, 'body.phone'],
    [{ phone: '+12125550' }, 'body.phone'],
    [{ phone: null, email: 'ana@' }, 'body.email'],
    [{ consent: false }, 'body.consent'],
    [{ venue: 'moon' }, 'body.venue'],
  ])('the request %j is refused with the name of the wrong field', async (wrong, field) => {
    const before = await count();
    const answer = await send({ ...interest(), ...wrong });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ code: 'invalidInput', fields: [field] });
    expect(await count()).toBe(before);
  });

  test('a request that is too long or has no key is refused', async () => {
    const long = await send({ ...interest(), more: 'x'.repeat(20_000) });
    expect(long.body).toMatchObject({ code: 'payloadTooLarge' });
    const keyless = await app.call(paths.hosts, { method: 'POST', body: interest() });
    expect(keyless.body).toMatchObject({ code: 'idempotencyKeyRequired' });
  });

  test('the same request is stored once, however often and concurrently a client sends it', async () => {
    const [key, body, before] = [randomUUID(), interest(), await count()];
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(body, { key })));
    const later = await send(body, { key });
    const references = [...answers, later].map(
      (one) => HostInterestTaken.parse(one.body).reference,
    );
    expect(new Set(references).size).toBe(1);
    expect(await count()).toBe(before + 1);
    const other = await send({ ...body, business: 'Another' }, { key });
    expect(other.body).toMatchObject({ code: 'idempotencyKeyReused' });
  });

  test('requests with one contact within a day are stored as one row, with the latest content', async () => {
    const [phone, email, before] = [freshPhone(), freshMail(), await count()];
    const first = await send(interest({ phone, message: 'Ring twice', address: '5 W Lake St' }));
    const second = await send(
      interest({ phone, email, business: 'Corner Bakery', place: { lat: 41.9, lng: -87.6 } }),
    );
    // Two requests with only the e-mail address are sent at the same time.
    const both = await Promise.all([
      send(interest({ phone: null, email, venue: 'shop' })),
      send(interest({ phone: null, email, venue: 'shop' })),
    ]);
    for (const answer of [second, ...both]) {
      expect(answer.body).toMatchObject({
        reference: HostInterestTaken.parse(first.body).reference,
      });
    }
    expect(await count()).toBe(before + 1);
    expect(await rowOf(first)).toMatchObject({
      business: 'Corner Café',
      venue: 'shop',
      phone,
      email,
      message: 'Ring twice',
      address: '5 W Lake St',
    });
  });

  test('knowing an e-mail address is not enough to change its owner’s phone number', async () => {
    const [phone, email] = [freshPhone(), freshMail()];
    const first = await send(interest({ phone, email }));
    const other = await send(interest({ phone: freshPhone(), email, business: 'Another Café' }));
    expect(await rowOf(first)).toMatchObject({ phone, email, business: 'Corner Café' });
    expect(await rowOf(other)).toMatchObject({ email, business: 'Another Café' });
  });

  test('concurrent requests with the same phone and e-mail address do not deadlock', async () => {
    const [phone, email, before] = [freshPhone(), freshMail(), await count()];
    await Promise.all([
      send(interest({ phone, email })),
      send(interest({ phone: null, email })),
      send(interest({ phone })),
      send(interest({ phone, email })),
    ]);
    expect(await count()).toBeLessThanOrEqual(before + 2);
  });

  test('a new request does not change a request that is answered or older than a day', async () => {
    const phone = freshPhone();
    const first = await send(interest({ phone }));
    await app.deps.db
      .updateTable('host_interests')
      .set({ done_at: app.deps.clock.now() })
      .where('phone', '=', phone)
      .execute();
    const second = await send(interest({ phone }));
    app.deps.clock.advance(day + 1);
    const third = await send(interest({ phone }));
    const references = [first, second, third].map(
      (one) => HostInterestTaken.parse(one.body).reference,
    );
    expect(new Set(references).size).toBe(3);
  });

  test('each network address has a limit, and each contact has a limit over all network addresses @slow', async () => {
    const from = '192.0.2.7';
    const answers = [];
    for (let tries = 0; tries < 21; tries += 1) answers.push(await send(interest(), { from }));
    expect(answers.map(({ status }) => status)).toEqual([...Array(20).fill(201), 429]);
    const phone = freshPhone();
    const same = [];
    for (let tries = 0; tries < 6; tries += 1) same.push(await send(interest({ phone })));
    expect(same.map(({ status }) => status)).toEqual([...Array(5).fill(201), 429]);
    expect(same.at(-1)?.body).toMatchObject({ retryAfter: expect.any(Number) as unknown });
  });

  test('a bot that fills in the honeypot field gets the usual answer, and the server stores nothing', async () => {
    const before = await count();
    const answer = await send(interest({ subject: 'Cheap pills' }));
    expect(answer.status).toBe(201);
    expect(await rowOf(answer)).toBeUndefined();
    expect(await count()).toBe(before);
  });

  test('requests are deleted after the configured time', async () => {
    const [key, body] = [randomUUID(), interest()];
    const answer = await send(body, { key });
    app.deps.clock.advance(89 * day);
    await cleanUp(app.deps);
    expect(await rowOf(answer)).toBeDefined();
    app.deps.clock.advance(2 * day);
    await cleanUp(app.deps);
    expect(await rowOf(answer)).toBeUndefined();
    expect(await app.deps.db.selectFrom('host_requests').select('key').execute()).toEqual([]);
  });

  test('the terms contain the data for the estimate', async () => {
    const terms = HostTerms.parse((await app.call(paths.hostTerms)).body);
    expect(terms).toMatchObject({
      keptDays: 90,
      estimate: { share: { minimum: 20, maximum: 30 } },
    });
    expect(terms.estimate?.venues).toContainEqual({
      kind: 'cafe',
      rentalsPerDay: 4,
      mostPerDay: 20,
      minutes: 120,
    });
  });

  test('the server logs no text, phone or e-mail of a request', async () => {
    await send(interest({ business: 'Zanzibar', phone: '+12125550177', email: 'zan@example.com' }));
    await send({ ...interest(), contactName: 'https://zanzibar.example' });
    logged.end();
    const lines = await text(logged);
    expect(lines).toContain(paths.hosts);
    expect(lines).not.toMatch(/zan|5550177/i);
  });
});
