import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CodeIssued } from '../../contract/signIn/auth.ts';
import { fillPath, paths } from '../../contract/paths.ts';
import { registerJobs } from '../composition.ts';
import { freshPhone, signUp, startTestApp, stepUp, type TestApp } from '../testing/app.ts';
import { leaveCanaries, NamedPayments } from '../testing/privacy/canaries.ts';
import { Renting } from '../testing/renting.ts';
import { createLogger } from './logger.ts';

const lines: string[] = [];
const address = 'Larkspur Lane 7, Heronsgate';
const cardNumber = '4242 4242 4242 4242';

let app: TestApp;
let payments: NamedPayments;
let renting: Renting;

beforeAll(async () => {
  payments = new NamedPayments();
  const log = createLogger('trace', { write: (line: string) => void lines.push(line) });
  app = await startTestApp({ payments, log });
  registerJobs(app.deps);
  renting = await Renting.at(app);
});
afterAll(() => app.close());

test('the log contains no personal data and no secrets, even if something fails @slow', async () => {
  const rider = await signUp(app);
  const session = rider.sessionId;
  const { stored, secret, orderId } = await leaveCanaries(app, renting, rider);
  const post = (path: string, body: unknown) =>
    app.call(path, { method: 'POST', session, key: randomUUID(), body });

  // These requests are refused.
  await post(paths.supportReports, { kind: 'other', note: `My card is ${cardNumber}` });
  await post(paths.supportReports, { kind: stored.reportNote, note: stored.name });
  await post(fillPath(paths.dispute, { id: orderId }), { reason: stored.email });
  await app.call(`/api/${encodeURIComponent(`${stored.phone} ${stored.name}`)}?q=${session}`);
  await app.call(`${paths.placeSearch}?q=${encodeURIComponent(address)}&language=en`, { session });
  await app.call(`${paths.stationSearch}?q=${encodeURIComponent(address)}`, { session });
  await fetch(app.url + paths.me, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${session}`, 'content-type': 'application/json' },
    body: `{"name": "${stored.name}"`,
  });
  const { requestId } = CodeIssued.parse(
    (await app.call(paths.codes, { method: 'POST', body: { phone: freshPhone(), language: 'en' } }))
      .body,
  );
  await app.call(fillPath(paths.verifyCode, { requestId }), {
    method: 'POST',
    body: { code: secret.signInCode },
  });
  await app.call(paths.hosts, {
    method: 'POST',
    key: randomUUID(),
    body: {
      business: 'Heron Bar',
      venue: 'bar',
      place: null,
      address,
      contactName: stored.name,
      phone: stored.phone,
      email: stored.email,
      message: stored.reportNote,
      language: 'en',
      consent: true,
    },
  });

  // The services below fail with messages that repeat personal data.
  app.deps.clock.advance(3600);
  await stepUp(app, rider);
  const fails = (about: string) => () => Promise.reject(new Error(`550 ${about} was refused`));
  app.mail.send = fails(`<${stored.nextEmail}>`);
  app.sms.send = fails(stored.nextPhone);
  expect((await post(paths.myEmail, { email: stored.nextEmail })).status).toBe(503);
  expect((await post(paths.myPhone, { phone: stored.nextPhone })).status).toBe(503);
  payments.attach = fails(`${stored.email}, ${cardNumber}`);
  const card = { token: 'tok_pays_1', country: 'CA', postalCode: stored.postalCode };
  expect((await post(paths.paymentMethods, { ...card, makeDefault: true })).status).toBe(500);
  payments.deleteCustomer = fails(stored.email);
  await app.call(paths.me, { method: 'DELETE', session });
  await renting.settle();

  const log = lines.join('');
  expect(log).toContain('550 [number] was refused');
  expect(log).toContain('550 [e-mail] was refused');
  expect(log).toContain('a job failed and will be tried again');
  const words = { ...stored, address, cardNumber, digits: cardNumber.replaceAll(' ', ''), session };
  const found = Object.entries(words).filter(([, text]) => log.includes(text));
  expect(found).toEqual([]);
  // These messages contain the links that undo a change of the account.
  const messages = [
    ...app.mail.mails.map(({ text }) => text),
    ...app.texts.texts.map(({ body }) => body),
  ];
  const tokens = messages.join('\n').match(/(?<=[/#=])[\w-]{20,}/g) ?? [];
  expect(tokens).not.toEqual([]);
  expect(tokens.filter((token) => log.includes(token))).toEqual([]);
  const { signInCode, phoneCode, emailCode } = secret;
  for (const code of [signInCode, phoneCode, emailCode]) {
    expect(log).not.toMatch(new RegExp(`(?<!\\w)${code}(?!\\w)`));
  }
});
