import { TOTP } from 'otpauth';
import {
  CallingOperator,
  FactorConfirmed,
  FactorSetUp,
} from '../../../contract/operators/signIn.ts';
import type { CallAnswer, TestApp } from '../app.ts';
import type { Browser } from '../browser.ts';
import { publicUrl } from '../socialWorld.ts';

const host = new URL(publicUrl).host;
const cookieName = 'operator';

/**
 * Signs in at the sandbox's provider with the account of this name. Returns the address of the page
 * where the browser ends.
 */
export async function signInOperator(browser: Browser, name: string, query = ''): Promise<string> {
  const page = await browser.open(`${publicUrl}/api/ops/sign-in/provider${query}`);
  return (await browser.submit(page, { account: name })).url;
}

/**
 * Calls the API with the cookie of a session. `post` also sends the headers that a page of the
 * console sends. `postWith` sends the headers that the test gives instead.
 */
export class OperatorSession {
  readonly #app: TestApp;
  readonly token: string;

  constructor(app: TestApp, token: string) {
    this.#app = app;
    this.token = token;
  }

  /** The session in the cookie of a browser. */
  static of(app: TestApp, browser: Browser): OperatorSession {
    return new OperatorSession(app, browser.cookie(host, cookieName) ?? 'no session');
  }

  async me(): Promise<CallingOperator> {
    return CallingOperator.parse((await this.get('me')).body);
  }

  get(path: string): Promise<CallAnswer> {
    return this.#app.call(`/api/ops/${path}`, { headers: this.cookie });
  }

  async post(path: string, body?: object): Promise<CallAnswer> {
    const { session } = await this.me();
    return this.postWith(path, body, {
      origin: publicUrl,
      'x-csrf-token': session?.csrfToken ?? '',
    });
  }

  postWith(
    path: string,
    body: object | undefined,
    headers: Record<string, string>,
  ): Promise<CallAnswer> {
    return this.#app.call(`/api/ops/${path}`, {
      method: 'POST',
      headers: { ...this.cookie, ...headers },
      ...(body && { body }),
      key: crypto.randomUUID(),
    });
  }

  get cookie(): { cookie: string } {
    return { cookie: `${cookieName}=${this.token}` };
  }

  /** Begins to set up a second factor. Returns its secret. */
  async beginFactor(): Promise<string> {
    return FactorSetUp.parse((await this.post('second-factor/set-up')).body).secret;
  }

  /** Sets up a second factor. Returns its secret and the recovery codes. */
  async setUpFactor(): Promise<{ secret: string; recoveryCodes: string[] }> {
    const secret = await this.beginFactor();
    const code = codeOf(secret, this.#app.deps.clock.now());
    const confirmed = await this.post('second-factor/confirm', { code });
    return { secret, recoveryCodes: FactorConfirmed.parse(confirmed.body).recoveryCodes };
  }
}

/** Returns the code that an authenticator app shows at this time. */
export function codeOf(secret: string, at: Date): string {
  return new TOTP({ secret }).generate({ timestamp: at.getTime() });
}
