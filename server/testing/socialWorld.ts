import { createHash, randomBytes } from 'node:crypto';
import { SignedIn } from '../../contract/signIn/auth.ts';
import { Problem } from '../../contract/errors.ts';
import { fillPath, paths } from '../../contract/paths.ts';
import { SocialStarted } from '../../contract/signIn/social.ts';
import type { SocialProvider } from '../../contract/signIn/socialProvider.ts';
import { MovableClock } from '../time/clock.ts';
import { appOrigins } from '../../sandbox/appOrigins.ts';
import { makeClients } from '../../sandbox/identity/clients.ts';
import { IdentityFaults } from '../../sandbox/identity/identityFaults.ts';
import { startIdentityServer } from '../../sandbox/identity/identityServer.ts';
import { createSandboxSignIn } from '../../sandbox/adapters/sandboxSignIn.ts';
import { createLogger } from '../log/logger.ts';
import { startTestApp, type CallAnswer, type TestApp } from './app.ts';
import { Browser, type LoadedPage } from './browser.ts';
import type { Engine } from './database.ts';
import type { SignInProviders } from '../providers/identity/createSignInProviders.ts';

export const publicUrl = 'http://app.test';

/** The cookie of the browser that starts the sign-in attempts. Only the browser of `stranger` does not have it. */
const cookie = { name: 'social', value: 'the-mark-of-the-browser-that-begins-it-all0' };

/** The server with the sandbox's sign-in providers, and simple browsers. */
export interface SocialWorld {
  readonly app: TestApp;
  readonly faults: IdentityFaults;
  browser(options?: { stopsAt?: string }): Browser;
  /** Another browser, which has not started the attempt. */
  stranger(): Browser;
  close(): Promise<void>;
}

export async function startSocialWorld(
  engine: Engine,
  replace: SignInProviders = {},
  env: Record<string, string> = {},
): Promise<SocialWorld> {
  const faults = new IdentityFaults();
  const clients = makeClients('secret');
  const clock = new MovableClock();
  const identity = await startIdentityServer({
    host: '127.0.0.1',
    port: 0,
    urlOf: (port) => `http://127.0.0.1:${port}`,
    publicUrl,
    appOrigins: appOrigins(publicUrl, false),
    clients,
    secret: 'secret',
    faults,
  });
  const { url } = identity;
  const signIn = createSandboxSignIn({
    url,
    localUrl: url,
    clients,
    clock,
    log: createLogger('silent'),
  });
  const app = await startTestApp({
    engine,
    clock,
    env: { PUBLIC_URL: publicUrl, ...env },
    signIn: { ...signIn, ...replace },
  });
  return {
    app,
    faults,
    browser: ({ stopsAt } = {}) =>
      new Browser({ [publicUrl]: app.url }, stopsAt ?? null).hold(
        new URL(publicUrl).host,
        cookie.name,
        cookie.value,
      ),
    stranger: () => new Browser({ [publicUrl]: app.url }),
    async close() {
      await app.close();
      await identity.close();
    },
  };
}

/** An attempt to sign in, as the page that started it sees it. */
export interface Attempt {
  attemptId: string;
  url: string;
  verifier: string;
}

export async function begin(
  app: TestApp,
  provider: SocialProvider,
  {
    purpose = 'signIn',
    session,
  }: { purpose?: 'signIn' | 'link' | 'stepUp'; session?: string } = {},
): Promise<Attempt> {
  const verifier = randomBytes(32).toString('base64url');
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const started = await app.call(fillPath(paths.socialStart, { provider }), {
    method: 'POST',
    body: { purpose, challenge },
    headers: { cookie: `${cookie.name}=${cookie.value}` },
    ...(session && { session }),
  });
  if (started.status !== 201) throw new Error(`not begun: ${JSON.stringify(started.body)}`);
  return { ...SocialStarted.parse(started.body), verifier };
}

/** Signs in at the provider with this name, and follows the redirect back. */
export async function choose(browser: Browser, url: string, name: string): Promise<LoadedPage> {
  const back = await browser.submit(await browser.open(url), { account: name });
  // The answer of Apple is a form, which a script on the page sends.
  return back.text.includes('name="state"') ? browser.submit(back) : back;
}

export async function refuse(browser: Browser, url: string): Promise<LoadedPage> {
  const back = await browser.submit(await browser.open(url), { refuse: 'yes' });
  return back.text.includes('name="state"') ? browser.submit(back) : back;
}

export function finish(
  app: TestApp,
  { attemptId, verifier }: Pick<Attempt, 'attemptId' | 'verifier'>,
  session?: string,
  inviteCode?: string,
): Promise<CallAnswer> {
  return app.call(fillPath(paths.socialFinish, { attemptId }), {
    method: 'POST',
    body: { verifier, language: 'en', ...(inviteCode && { inviteCode }) },
    ...(session && { session }),
  });
}

/** Signs a person in completely, with a new or an existing account. */
export async function signInWith(
  { app, browser }: SocialWorld,
  provider: SocialProvider,
  name: string,
  inviteCode?: string,
): Promise<SignedIn> {
  const attempt = await begin(app, provider);
  await choose(browser(), attempt.url, name);
  return SignedIn.parse((await finish(app, attempt, undefined, inviteCode)).body);
}

/** Links a social account to a signed-in rider, from the start to the end. */
export async function link(
  { app, browser }: SocialWorld,
  provider: SocialProvider,
  name: string,
  session: string,
): Promise<CallAnswer> {
  const attempt = await begin(app, provider, { purpose: 'link', session });
  await choose(browser(), attempt.url, name);
  return finish(app, attempt, session);
}

export function codeOf({ body }: CallAnswer): string {
  return Problem.parse(body).code;
}
