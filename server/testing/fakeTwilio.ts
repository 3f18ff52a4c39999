import { randomBytes, randomInt } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { z } from 'zod';
import { readBody } from './network/readBody.ts';

/** A call that the fake server received. */
export interface TwilioCall {
  path: string;
  form: Record<string, string>;
  authorization: string;
}

/** A fault that replaces the next answer. With `cut` and `hang`, the fake first processes the call. */
export type TwilioFault =
  | { kind: 'answer'; status: number; code?: number; headers?: Record<string, string> }
  | { kind: 'page'; status: number }
  | { kind: 'cut' | 'hang' };

interface Verification {
  sid: string;
  to: string;
  code: string;
  checks: number;
  sends: number;
  status: 'pending' | 'approved' | 'canceled';
}

/**
 * A fake of two APIs: twilio.com/docs/verify/api and
 * twilio.com/docs/messaging/api/message-resource.
 */
export class FakeTwilio {
  static readonly serviceSid = `VA${'0'.repeat(31)}1`;
  static readonly messagingSid = `MG${'0'.repeat(31)}1`;
  static readonly accountSid = `AC${'0'.repeat(31)}1`;
  static readonly authToken = 'a-token-that-nobody-knows';

  readonly calls: TwilioCall[] = [];
  /** All texts with codes that were sent. The newest comes last. */
  readonly texts: { to: string; code: string; locale: string | undefined }[] = [];
  /** All messages without a code that were sent. The newest comes last. */
  readonly messages: { to: string; from: string; body: string }[] = [];
  /** The faults for the next calls. Each fault is used once. */
  readonly faults: TwilioFault[] = [];
  /** The languages that the fake does not support. */
  unknownLocales: string[] = [];
  /** Whether the service has the option for custom codes. */
  allowsCustomCodes = true;
  readonly #verifications: Verification[] = [];
  readonly #server = createServer((request, response) => void this.#serve(request, response));

  static async start(): Promise<FakeTwilio> {
    const fake = new FakeTwilio();
    await new Promise<void>((resolve) => fake.#server.listen(0, '127.0.0.1', resolve));
    return fake;
  }

  get url(): string {
    const address = this.#server.address();
    if (typeof address !== 'object' || !address) throw new Error('it does not listen');
    return `http://127.0.0.1:${address.port}`;
  }

  get options() {
    const { serviceSid, accountSid: username, authToken: password } = FakeTwilio;
    return { url: this.url, serviceSid, username, password, timeoutMs: 1_000 };
  }

  get messagingOptions() {
    const { accountSid, authToken: password, messagingSid: serviceSid } = FakeTwilio;
    const sender = { serviceSid };
    return { url: this.url, accountSid, username: accountSid, password, sender, timeoutMs: 1_000 };
  }

  /** The newest code that was texted to a number. */
  codeFor(to: string): string {
    const text = this.texts.findLast((one) => one.to === to);
    if (!text) throw new Error('no code was texted to this number');
    return text.code;
  }

  callsTo(path: string): TwilioCall[] {
    return this.calls.filter((call) => call.path === path);
  }

  /** Starts a verification with a code of Twilio, as an earlier version of the server did. */
  startOwn(to: string): string {
    const { body } = this.#start({ To: to, Channel: 'sms' });
    return z.object({ sid: z.string() }).parse(body).sid;
  }

  /** The status of a verification. */
  statusOf(sid: string): string | undefined {
    return this.#verifications.find((one) => one.sid === sid)?.status;
  }

  /** Whether a verification of a number is pending. */
  isPending(to: string): boolean {
    return this.#pending((one) => one.to === to) !== undefined;
  }

  /** Forgets all codes, as Twilio does after ten minutes. */
  forgetAll(): void {
    this.#verifications.length = 0;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await readBody(request);
    if (text === null) return;
    const form = Object.fromEntries(new URLSearchParams(text));
    const path = (request.url ?? '')
      .replace(`/v2/Services/${FakeTwilio.serviceSid}/`, '')
      .replace(`/2010-04-01/Accounts/${FakeTwilio.accountSid}/`, '');
    const authorization = request.headers.authorization ?? '';
    this.calls.push({ path, form, authorization });

    const fault = this.faults.shift();
    if (fault?.kind === 'answer') {
      const { status, code, headers } = fault;
      return answer(response, status, failure(status, code ?? null), headers);
    }
    if (fault?.kind === 'page') {
      response.writeHead(fault.status, { 'content-type': 'text/html' });
      response.end('<html>Bad Gateway</html>');
      return;
    }
    const { accountSid, authToken } = FakeTwilio;
    const expected = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
    const done: Done = authorization === expected ? this.#handle(path, form) : refused(401, 20003);
    if (fault?.kind === 'hang') return;
    if (fault?.kind === 'cut') {
      request.socket.destroy();
      return;
    }
    answer(response, done.status, done.body);
  }

  #handle(path: string, form: Record<string, string>): Done {
    if (path === 'Verifications') return this.#start(form);
    if (path === 'VerificationCheck') return this.#check(form);
    if (path === 'Messages.json') return this.#message(form);
    const [, whose] = /^Verifications\/(VE\w{32}|%2B\d+)$/.exec(path) ?? [];
    const name = decodeURIComponent(whose ?? '');
    const found = this.#pending(({ sid, to }) => sid === name || to === name);
    if (!found) return refused(404, 20404);
    const { Status: status } = form;
    if (status !== 'canceled' && status !== 'approved') return refused(400, 60200);
    found.status = status;
    return { status: 200, body: present(found) };
  }

  /**
   * A number has one pending verification. Twilio's documentation does not say what happens if another custom code is
   * sent while a verification is pending. The fake sends the first code again, as Twilio does with its own codes.
   */
  #start({ To: to = '', Channel, ...form }: Record<string, string>): Done {
    const { Locale: locale, CustomCode: custom } = form;
    if (Channel !== 'sms' || !/^\+[1-9]\d{6,14}$/.test(to)) return refused(400, 60200);
    if (custom !== undefined && !this.allowsCustomCodes) return refused(403, 60204);
    if (custom !== undefined && !/^\d{4,10}$/.test(custom)) return refused(400, 60200);
    if (locale !== undefined && this.unknownLocales.includes(locale)) return refused(404, 20404);
    let found = this.#pending((one) => one.to === to);
    if (found && found.sends >= 5) return refused(429, 60203);
    if (!found) {
      const sid = `VE${randomBytes(16).toString('hex')}`;
      const code = custom ?? String(randomInt(1_000_000)).padStart(6, '0');
      found = { sid, to, code, checks: 0, sends: 0, status: 'pending' };
      this.#verifications.push(found);
    }
    found.sends += 1;
    this.texts.push({ to, code: found.code, locale });
    return { status: 201, body: present(found) };
  }

  #message({ To: to = '', Body: body = '', ...form }: Record<string, string>): Done {
    const from = form['From'] ?? form['MessagingServiceSid'] ?? '';
    if (!/^\+[1-9]\d{6,14}$/.test(to)) return refused(400, 21211);
    if (body === '') return refused(400, 21602);
    if (from !== FakeTwilio.messagingSid && !from.startsWith('+')) return refused(400, 21603);
    this.messages.push({ to, from, body });
    const sid = `SM${randomBytes(16).toString('hex')}`;
    return { status: 201, body: { sid, status: 'accepted', to, body, num_segments: '0' } };
  }

  #check({ VerificationSid: sid, Code: code = '' }: Record<string, string>): Done {
    if (!/^\d{4,10}$/.test(code)) return refused(400, 60200);
    const found = this.#pending((one) => one.sid === sid);
    if (!found) return refused(404, 20404);
    if (found.checks >= 5) return refused(429, 60202);
    found.checks += 1;
    if (code === found.code) found.status = 'approved';
    return { status: 200, body: present(found) };
  }

  #pending(test: (one: Verification) => boolean): Verification | undefined {
    return this.#verifications.find((one) => one.status === 'pending' && test(one));
  }
}

interface Done {
  status: number;
  body: unknown;
}

function refused(status: number, code: number): Done {
  return { status, body: failure(status, code) };
}

function failure(status: number, code: number | null): unknown {
  const more_info = `https://www.twilio.com/docs/errors/${code}`;
  return { code, message: 'It says why', more_info, status };
}

function present({ sid, to, status }: Verification): unknown {
  return {
    sid,
    service_sid: FakeTwilio.serviceSid,
    account_sid: FakeTwilio.accountSid,
    to,
    channel: 'sms',
    status,
    valid: status === 'approved',
    amount: null,
    payee: null,
    date_created: '2026-11-01T00:00:00Z',
    date_updated: '2026-11-01T00:00:00Z',
  };
}

function answer(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}
