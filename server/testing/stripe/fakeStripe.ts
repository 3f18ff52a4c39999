import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { systemClock, type Clock } from '../../time/clock.ts';
import { readBytes } from '../network/readBody.ts';
import { Account, type AccountEvent } from './account.ts';
import { Disputes } from './disputes.ts';
import { Files, readUpload, type Upload } from './files.ts';
import { readForm, textsOf, type Form } from './form.ts';
import { missing, newId, Refusal, type ApiError } from './objects.ts';

export interface StripeCall {
  method: string;
  path: string;
  form: Form;
  key: string | null;
  version: string | null;
}

/**
 * A fault for the next call to a path. `cut`, `hang` and `stuck` send no answer. `error` is a 500; later calls with the
 * same key get it again. `stuck` also keeps the key in use until `unstick`. `page` is an HTML page with status 502, and
 * `rateLimit` a 429. `denied` means that the restricted key lacks a permission. With `after`, the call has its effect
 * before a `cut`, `hang`, `error` or `page`.
 */
export interface StripeFault {
  kind: 'cut' | 'hang' | 'error' | 'stuck' | 'page' | 'rateLimit' | 'denied';
  after?: boolean;
  path?: RegExp;
  method?: string;
}

interface Answer {
  status: number;
  body: unknown;
}

/** A fake of Stripe's HTTP API (docs.stripe.com/api), for one account in test mode. */
export class FakeStripe {
  readonly secretKey = `sk_test_${'a'.repeat(24)}`;
  readonly publishableKey = `pk_test_${'b'.repeat(24)}`;
  readonly webhookSecret = `whsec_${'c'.repeat(32)}`;
  readonly calls: StripeCall[] = [];
  /** The faults for the next calls. Each fault is used once. */
  readonly faults: StripeFault[] = [];
  /** The pending events, the oldest first. `deliver` empties the list. */
  readonly events: { id: string; body: string }[] = [];
  readonly account = new Account(
    (event) => this.#record(event),
    () => this.url,
    () => this.#clock.now(),
  );
  readonly #clock: Clock;
  readonly files = new Files();
  readonly disputes = new Disputes(this.account, this.files, (event) => this.#record(event));
  readonly #stored = new Map<string, { hash: string; answer: Answer | null; run: () => Answer }>();
  readonly #server = createServer((request, response) => void this.#serve(request, response));

  private constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Starts the fake. The transactions of its balance have the times of `clock`. */
  static async start(clock: Clock = systemClock): Promise<FakeStripe> {
    const fake = new FakeStripe(clock);
    await new Promise<void>((resolve) => fake.#server.listen(0, '127.0.0.1', resolve));
    return fake;
  }

  get url(): string {
    const address = this.#server.address();
    if (typeof address !== 'object' || !address) throw new Error('it does not listen');
    return `http://127.0.0.1:${address.port}`;
  }

  callsTo(path: RegExp, method = 'POST'): StripeCall[] {
    return this.calls.filter((call) => call.method === method && path.test(call.path));
  }

  /** Deletes all idempotency keys, as Stripe may after a day. */
  forgetKeys(): void {
    this.#stored.clear();
  }

  /** Performs the stuck calls, so that later calls with their keys get the answers. */
  unstick(): void {
    for (const stored of this.#stored.values()) stored.answer ??= stored.run();
  }

  /** The `stripe-signature` of a body (docs.stripe.com/webhooks). `at` is Unix time in seconds. */
  sign(body: string, at: number, secret: string = this.webhookSecret): string {
    const v1 = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
    return `t=${at},v1=${v1},v0=${'0'.repeat(64)}`;
  }

  /** Sends the pending events in the given order. Returns the status of each answer. */
  async deliver(
    url: string,
    now: Date,
    order: (events: { id: string; body: string }[]) => { id: string; body: string }[] = (all) =>
      all,
  ): Promise<number[]> {
    const at = Math.floor(now.getTime() / 1000);
    const statuses: number[] = [];
    for (const { body } of order(this.events.splice(0))) {
      const headers = {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': this.sign(body, at),
      };
      const response = await fetch(url, { method: 'POST', headers, body });
      statuses.push(response.status);
      await response.arrayBuffer();
    }
    return statuses;
  }

  /** Renews a card, as its bank would. */
  renew(method: string, month: number, year: number): void {
    const found = this.account.method(method);
    if (found.card) Object.assign(found.card, { exp_month: month, exp_year: year });
    this.#record({ type: 'payment_method.automatically_updated', object: found });
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #record({ type, object }: AccountEvent): void {
    const id = newId('evt');
    const event = {
      id,
      object: 'event',
      api_version: '2026-10-28.endive',
      livemode: false,
      type,
      data: { object },
    };
    this.events.push({ id, body: JSON.stringify(event, null, 2) });
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const bytes = await readBytes(request);
    if (bytes === null) return;
    const text = bytes.toString('utf8');
    const { pathname, search } = new URL(request.url ?? '/', this.url);
    const method = request.method ?? 'GET';
    if (pathname.startsWith('/authenticate/')) {
      return this.#authenticate(pathname.slice(14), method, text, response);
    }
    // Stripe has a separate host for files, but the same paths. So this host also accepts files.
    const upload =
      pathname === '/v1/files'
        ? await readUpload(headerOf(request, 'content-type') ?? '', bytes)
        : null;
    const form = upload?.form ?? readForm(method === 'GET' ? search.slice(1) : text);
    const key = headerOf(request, 'idempotency-key');
    const version = headerOf(request, 'stripe-version');
    this.calls.push({ method, path: pathname, form, key, version });

    if (headerOf(request, 'authorization') !== `Bearer ${this.secretKey}`) {
      return send(response, refusalOf(401, 'invalid_request_error', undefined));
    }
    const at = this.faults.findIndex(
      (fault) => (fault.path?.test(pathname) ?? true) && (fault.method ?? method) === method,
    );
    const fault = at < 0 ? undefined : this.faults.splice(at, 1)[0];
    this.#answer(request, response, {
      fault,
      key,
      run: () => this.#run(method, pathname, form, upload),
    });
  }

  #answer(
    request: IncomingMessage,
    response: ServerResponse,
    { fault, key, run }: { fault: StripeFault | undefined; key: string | null; run: () => Answer },
  ): void {
    const call = this.calls.at(-1);
    const hash = createHash('sha256')
      .update(JSON.stringify([call?.path, call?.form]))
      .digest('hex');
    const stored = key === null ? undefined : this.#stored.get(key);
    if (fault?.kind === 'rateLimit') {
      return send(response, refusalOf(429, 'invalid_request_error', 'rate_limit'));
    }
    if (fault?.kind === 'denied') {
      return send(response, refusalOf(403, 'invalid_request_error', undefined));
    }
    if (fault && !fault.after && fault.kind !== 'error' && fault.kind !== 'stuck') {
      return disturb(fault, request, response);
    }
    if (stored && stored.hash !== hash)
      return send(response, refusalOf(400, 'idempotency_error', undefined));
    if (stored && stored.answer === null) {
      return send(response, refusalOf(409, 'idempotency_error', 'idempotency_key_in_use'));
    }
    if (stored?.answer) return send(response, stored.answer, { 'idempotent-replayed': 'true' });
    if (fault?.kind === 'stuck' && key !== null) {
      this.#stored.set(key, { hash, answer: null, run });
      return;
    }
    let answer = fault?.kind === 'error' && !fault.after ? null : run();
    if (fault?.kind === 'error') answer = refusalOf(500, 'api_error', undefined);
    answer ??= refusalOf(500, 'api_error', undefined);
    if (key !== null) this.#stored.set(key, { hash, answer, run });
    if (fault && fault.kind !== 'error') return disturb(fault, request, response);
    send(response, answer);
  }

  #run(method: string, path: string, form: Form, upload: Upload | null): Answer {
    try {
      // The answer is copied, because the stored answer of a key must not change with the object.
      return { status: 200, body: structuredClone(this.#route(method, path, form, upload)) };
    } catch (error) {
      if (error instanceof Refusal) return { status: error.status, body: { error: error.error } };
      throw error;
    }
  }

  #route(method: string, path: string, form: Form, upload: Upload | null): unknown {
    const { account } = this;
    const [, , kind, id = '', action] = path.split('/');
    switch (`${method} ${kind}${id && ' id'}${action ? ` ${action}` : ''}`) {
      case 'POST customers':
        return account.createCustomer(form);
      case 'DELETE customers id':
        return account.deleteCustomer(id);
      case 'POST setup_intents':
        return account.createSetup(form);
      case 'GET setup_intents id': {
        const setup = account.setups.get(id);
        if (!setup) throw missing('setup_intent');
        const isExpanded = textsOf(form, 'expand').includes('payment_method');
        const { payment_method } = setup;
        const expanded =
          payment_method && isExpanded ? account.method(payment_method) : payment_method;
        return { ...setup, payment_method: expanded };
      }
      case 'GET payment_methods id':
        return account.method(id);
      case 'POST payment_methods id':
        return account.updateMethod(id, form);
      case 'POST payment_methods id detach':
        return account.detachMethod(id);
      case 'POST payment_intents':
        return account.createIntent(form);
      case 'GET payment_intents id':
        return account.intent(id);
      case 'POST payment_intents id capture':
        return account.capture(id, form);
      case 'POST payment_intents id cancel':
        return account.cancel(id);
      case 'GET payment_intents':
        return page(
          [...account.intents.values()].filter(({ customer }) => customer === form['customer']),
          form,
        );
      case 'POST refunds':
        return account.refund(form);
      case 'GET refunds':
        return page(
          account.refunds.filter(({ payment_intent }) => payment_intent === form['payment_intent']),
          form,
        );
      case 'GET balance_transactions':
        return page(account.balance.select(form), form);
      case 'GET balance':
        return account.balance.read();
      case 'POST files':
        return this.files.create(upload);
      case 'GET disputes id':
        return this.disputes.find(id);
      case 'POST disputes id':
        return this.disputes.update(id, form);
      case `GET radar id ${action}`:
        // The path is `/v1/radar/early_fraud_warnings/:id`.
        return this.disputes.findWarning(action ?? '');
      default:
        throw missing('address');
    }
  }

  /** The bank's page. A `POST` has `answer=yes` or `answer=no`. */
  #authenticate(id: string, method: string, text: string, response: ServerResponse): void {
    const intent = this.account.intent(id);
    const back = intent.next_action?.redirect_to_url.return_url ?? '/';
    if (method !== 'POST') {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(
        '<form method="post"><button name="answer" value="yes">Complete</button>' +
          '<button name="answer" value="no">Fail</button></form>',
      );
      return;
    }
    // A second or late answer has no effect, and is redirected to `/`, because the payment has no return address now.
    if (intent.status === 'requires_action') {
      this.account.authenticate(id, new URLSearchParams(text).get('answer') === 'yes');
    }
    response.writeHead(303, { location: back });
    response.end();
  }
}

/** A page of a list, the newest entry first, as Stripe sends it. */
function page<T extends { id: string }>(all: T[], form: Form) {
  const newest = all.toReversed();
  const after = form['starting_after'];
  const from = after === undefined ? 0 : newest.findIndex(({ id }) => id === after) + 1;
  const limit = Number(form['limit'] ?? 10);
  const data = newest.slice(from, from + limit);
  return { object: 'list', url: '/v1', has_more: from + limit < newest.length, data };
}

function refusalOf(status: number, type: ApiError['type'], code: string | undefined): Answer {
  return { status, body: { error: { type, message: 'A message', ...(code && { code }) } } };
}

function headerOf(request: IncomingMessage, name: string): string | null {
  const value = request.headers[name];
  return typeof value === 'string' ? value : null;
}

function disturb(fault: StripeFault, request: IncomingMessage, response: ServerResponse): void {
  if (fault.kind === 'cut') request.socket.destroy();
  if (fault.kind !== 'page') return;
  response.writeHead(502, { 'content-type': 'text/html' });
  response.end('<html>Bad Gateway</html>');
}

function send(
  response: ServerResponse,
  answer: Answer,
  headers: Record<string, string> = {},
): void {
  response.writeHead(answer.status, {
    'content-type': 'application/json',
    'request-id': newId('req'),
    ...headers,
  });
  response.end(JSON.stringify(answer.body));
}
