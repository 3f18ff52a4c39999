import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SMTPServer } from 'smtp-server';
import { systemClock } from '../time/clock.ts';
import { CuttableProxy, type CutPoint } from '../testing/network/cuttableProxy.ts';
import { FakeTwilio } from '../testing/fakeTwilio.ts';
import { MemoryCustomers, MemoryKeys } from '../testing/payments/paymentWorlds.ts';
import { makeVapidKeys, startPushService } from '../testing/pushWorld.ts';
import { FakeStripe } from '../testing/stripe/fakeStripe.ts';
import { createSmtpMail } from './mail/smtpMail.ts';
import type { PaymentProvider } from './payments/provider.ts';
import { createStripeProvider } from './payments/stripe/stripeProvider.ts';
import type { PushService } from './push/pushService.ts';
import { createWebPush } from './push/webPush.ts';
import { createTwilioMessaging } from './sms/twilioMessaging.ts';
import { createTwilioVerify } from './sms/twilioVerify.ts';

/** The uncaught errors. There must be none, because a lost connection must make only its own call fail. */
const uncaught: unknown[] = [];
const collect = (error: unknown) => uncaught.push(error);
beforeEach(() => {
  uncaught.length = 0;
  process.on('uncaughtException', collect);
  process.on('unhandledRejection', collect);
});
afterEach(async () => {
  // The error of a socket without a reference is reported in a later turn of the event loop.
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
  process.off('uncaughtException', collect);
  process.off('unhandledRejection', collect);
  if (uncaught.length > 0) throw new AggregateError(uncaught, 'errors that nothing caught');
});

const portOf = (url: string) => Number(new URL(url).port);
const through = (url: string, proxy: CuttableProxy) => {
  const address = new URL(url);
  address.port = String(proxy.port);
  return address.href.replace(/\/$/, '');
};
const stages: CutPoint[] = [
  { on: 'connect' },
  { on: 'request', chunk: 1 },
  { on: 'answer', chunk: 1 },
];

describe('the payment provider', () => {
  let stripe: FakeStripe;
  let proxy: CuttableProxy;
  let payments: PaymentProvider;
  beforeAll(async () => {
    stripe = await FakeStripe.start();
    proxy = await CuttableProxy.open(portOf(stripe.url));
    const { secretKey, publishableKey, webhookSecret } = stripe;
    payments = createStripeProvider({
      secretKey,
      publishableKey,
      webhookSecrets: [webhookSecret],
      url: through(stripe.url, proxy),
      sheets: [],
      returnUrl: 'https://go.example/home',
      clock: systemClock,
      customers: new MemoryCustomers(),
      keys: new MemoryKeys(),
      timeoutMs: 1_000,
    });
  });
  afterAll(async () => {
    await proxy.close();
    await stripe.close();
  });

  test.each(stages)('a connection cut at $on leaves the outcome unknown', async (stage) => {
    proxy.cut();
    proxy.cutAt = stage;
    const key = randomUUID();
    const customer = randomUUID();
    const move = { key, authorization: 'pi_1', amount: 100, currency: 'USD' };
    expect(await payments.beginSetup({ key, customer })).toEqual({ outcome: 'unknown' });
    expect(await payments.capture(move)).toEqual({ outcome: 'unknown' });
    expect(await payments.void(move)).toEqual({ outcome: 'unknown' });
    expect(await payments.refund(move)).toEqual({ outcome: 'unknown' });
    proxy.cutAt = null;
    expect(await payments.beginSetup({ key, customer })).toMatchObject({ outcome: 'ready' });
  });
});

describe('the text messages', () => {
  let twilio: FakeTwilio;
  let proxy: CuttableProxy;
  beforeAll(async () => {
    twilio = await FakeTwilio.start();
    proxy = await CuttableProxy.open(portOf(twilio.url));
  });
  afterAll(async () => {
    await proxy.close();
    await twilio.close();
  });

  test.each(stages)('a text never counts as sent after a cut at $on', async (stage) => {
    proxy.cut();
    proxy.cutAt = stage;
    const url = through(twilio.url, proxy);
    const messaging = createTwilioMessaging({ ...twilio.messagingOptions, url });
    const to = '+13125550123';
    const { outcome } = await messaging.send({ to, body: 'A text' });
    expect(['dropped', 'later']).toContain(outcome);
    const verify = createTwilioVerify({ ...twilio.options, url });
    const code = { to, language: 'en' as const, code: '123456', hasEarlier: false };
    await expect(verify.send(code)).rejects.toThrow(Error);
  });
});

describe('the mail', () => {
  let server: SMTPServer;
  let proxy: CuttableProxy;
  beforeAll(async () => {
    server = new SMTPServer({
      disabledCommands: ['STARTTLS', 'AUTH'],
      onData(stream, _session, done) {
        stream.on('end', done);
        stream.resume();
      },
    });
    // The sockets on the server's side are also reset, and report an error.
    server.on('error', () => undefined);
    const port = await new Promise<number>((resolve) => {
      const listening = server.listen(0, '127.0.0.1', () => {
        const address = listening.address();
        resolve(typeof address === 'object' && address ? address.port : 0);
      });
    });
    proxy = await CuttableProxy.open(port);
  });
  afterAll(async () => {
    await proxy.close();
    await new Promise<void>((resolve) => server.close(resolve));
  });

  const mail = { to: 'ana@example.com', subject: 'A code', text: 'A text', code: '123456' };
  const send = () =>
    createSmtpMail({ url: `smtp://127.0.0.1:${proxy.port}`, from: 'hello@example.com' }).send(mail);

  // Before the text of the mail, the mail server sends five responses: the greeting, and one for each of EHLO, MAIL,
  // RCPT and DATA.
  test.each([1, 2, 3, 4, 5])(
    'a mail fails if the connection is cut before answer %i',
    async (chunk) => {
      proxy.cutAt = { on: 'answer', chunk };
      await expect(send()).rejects.toThrow(Error);
      proxy.cutAt = null;
      await send();
    },
  );
});

describe('the push service', () => {
  let service: Awaited<ReturnType<typeof startPushService>>;
  let proxy: CuttableProxy;
  let push: PushService;
  const keys = makeVapidKeys();
  beforeAll(async () => {
    service = await startPushService();
    proxy = await CuttableProxy.open(portOf(service.origin));
    push = createWebPush({
      keys,
      subject: 'mailto:push@example.com',
      clock: systemClock,
      hosts: [],
      sandboxPrefix: through(service.base, proxy),
      timeoutMs: 1_000,
    });
  });
  afterAll(async () => {
    await proxy.close();
    await service.close();
  });

  test.each(stages)(
    'a message is sent again later if the connection is cut at $on',
    async (stage) => {
      const { endpoint, keys: browser } = service.box.subscribe(service.base, keys.publicKey);
      const to = { endpoint: through(endpoint, proxy), ...browser };
      const message = { text: '{}', ttlSeconds: 60, urgency: 'high', topic: 'abc' } as const;
      proxy.cut();
      proxy.cutAt = stage;
      expect(await push.send(to, message)).toEqual({ outcome: 'later', retryAfter: null });
      proxy.cutAt = null;
      // The message reaches the push service. The service refuses the message, because the
      // signature is for the address of the proxy.
      expect(await push.send(to, message)).toMatchObject({ outcome: 'refused' });
    },
  );
});
