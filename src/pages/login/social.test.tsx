import { act, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { SignedIn } from '../../../contract/signIn/auth.ts';
import type { Config } from '../../../contract/config.ts';
import { fillPath, paths } from '../../../contract/paths.ts';
import { SocialFinish, SocialStart } from '../../../contract/signIn/social.ts';
import { configApi } from '../../api/configApi.ts';
import { google } from '../../features/auth/social/googleFacility.ts';
import { storeInvite, savedInvite } from '../../lib/storage/savedInvite.ts';
import { configOfTests, fakeNetwork, network, problem } from '../../testing/fakeNetwork.ts';
import { forgetVisit, openApp } from '../../testing/openApp.tsx';
import { rider } from '../../testing/rider.ts';
import { startTexts } from '../../testing/texts.ts';

beforeAll(() => startTexts());
beforeEach(forgetVisit);
afterEach(() => void vi.unstubAllGlobals());
fakeNetwork();

const attemptId = '6f9f3b0e-3e0b-4d3a-8c86-6f1f6f8f0001';
const toUnlock = '/payment/unlockChanger?equip_id=ABCDEFV';
const session: SignedIn = { sessionId: 'session-of-the-rider-01', user: { ...rider, phone: null } };

/** A fake popup with the properties that the app reads. */
class FakePopup {
  closed = false;
  address = 'about:blank';
  readonly location = { replace: (address: string) => void (this.address = address) };
  close() {
    this.closed = true;
  }
}

function serve(providers: Config['signInProviders'] = ['facebook', 'apple', 'google']) {
  const seen: { challenge?: string; verifier?: string; inviteCode?: string | undefined } = {};
  const answers: Response[] = [];
  network.use(
    http.get(paths.config, () =>
      HttpResponse.json({ ...configOfTests, signInProviders: providers }),
    ),
    // The pages that open after a login send these requests.
    http.get(paths.currentOrder, () => HttpResponse.json({ order: null })),
    http.get(paths.paymentMethods, () => HttpResponse.json({ methods: [] })),
    http.get(fillPath(paths.station, { id: 'ABCDEFV' }), () => problem('stationNotFound')),
    http.post(paths.socialStart, async ({ request }) => {
      seen.challenge = SocialStart.parse(await request.json()).challenge;
      return HttpResponse.json({ attemptId, url: 'https://provider.example/' }, { status: 201 });
    }),
    http.post(paths.socialFinish, async ({ request }) => {
      const { verifier, inviteCode } = SocialFinish.parse(await request.json());
      Object.assign(seen, { verifier, inviteCode });
      return answers.shift() ?? HttpResponse.json(session);
    }),
  );
  return { seen, answers };
}

function openWindow(): FakePopup {
  const popup = new FakePopup();
  vi.stubGlobal(
    'open',
    vi.fn(() => popup),
  );
  return popup;
}

const press = (name: string) => screen.getByRole('button', { name });

/** Sends the message of the popup to the page that waits for it. */
function postReturn(id = attemptId) {
  const channel = new BroadcastChannel('social');
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches one origin
  channel.postMessage({ told: 'returned', attemptId: id });
  return channel;
}

async function begin(address = '/login') {
  const popup = openWindow();
  const opened = await openApp(address);
  await screen.findByRole('button', { name: 'Continue with Google' });
  await opened.user.click(press('Continue with Google'));
  await waitFor(() => expect(popup.address).toBe('https://provider.example/'));
  return { ...opened, popup };
}

test('the buttons of the configured accounts are below the phone number, in the configured order', async () => {
  serve(['facebook', 'google']);
  await openApp('/login');
  await screen.findByRole('button', { name: 'Continue with Google' });
  expect(
    screen.getAllByRole('button', { name: /^Continue/ }).map((one) => one.textContent),
  ).toEqual(['Continue with phone', 'Continue with Facebook', 'Continue with Google']);
});

test('when the popup returns, the app signs the rider in with a secret that only this page has', async () => {
  const { seen } = serve();
  const { store, popup } = await begin();
  const channel = postReturn();
  await waitFor(() => expect(store.getState().clientUser.sessionId).toBe(session.sessionId));
  channel.close();
  await waitFor(() => expect(popup.closed).toBe(true));
  const bytes = new TextEncoder().encode(seen.verifier);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  expect(atob((seen.challenge ?? '').replaceAll('-', '+').replaceAll('_', '/'))).toBe(
    String.fromCharCode(...digest),
  );
  expect(sessionStorage.getItem('socialAttempt')).toBeNull();
  expect(google.initialised).toBe(true);
  await waitFor(() => expect(google.authorized).toBe(true));
});

test('after the app has reported that the popup is closed, the popup can still sign the rider in', async () => {
  const { answers } = serve();
  const { store, popup } = await begin();
  answers.push(problem('signInPending'));
  popup.close();
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toBe(
    "You didn't finish logging in. Try again or use your phone number.",
  );
  expect(press('Continue with Google').getAttribute('aria-busy')).toBeNull();
  const channel = postReturn();
  await waitFor(() => expect(store.getState().clientUser.sessionId).toBe(session.sessionId));
  channel.close();
});

test('a popup that seemed closed while it was at the provider can still sign the rider in', async () => {
  serve();
  const { store, popup } = await begin();
  popup.close();
  await waitFor(() => expect(store.getState().clientUser.sessionId).toBe(session.sessionId));
  await waitFor(() => expect(window.location.pathname).toBe('/home'));
  const received = vi.fn<(message: unknown) => void>();
  const channel = postReturn();
  channel.addEventListener('message', ({ data }) => received(data));
  await waitFor(() => expect(received).toHaveBeenCalledWith({ told: 'heard', attemptId }));
  channel.close();
});

test.each([
  ['signInCancelled', "You didn't finish logging in. Try again or use your phone number."],
  ['signInFailed', "Logging in didn't work. Try again or use your phone number."],
  ['providerUnavailable', "Couldn't reach Google. Try again or use your phone number."],
] as const)('the login shows %s', async (code, words) => {
  const { answers } = serve();
  const { store, popup } = await begin();
  answers.push(problem(code));
  const channel = postReturn();
  expect((await screen.findByRole('alert')).textContent).toBe(words);
  channel.close();
  expect(popup.closed).toBe(true);
  expect(store.getState().clientUser.sessionId).toBeNull();
  expect(google.authorized).toBe(false);
});

test('if the provider cannot be reached, the popup is closed', async () => {
  serve();
  network.use(http.post(paths.socialStart, () => problem('providerUnavailable')));
  const popup = openWindow();
  const { user } = await openApp('/login');
  await user.click(await screen.findByRole('button', { name: 'Continue with Apple' }));
  expect((await screen.findByRole('alert')).textContent).toBe(
    "Couldn't reach Apple. Try again or use your phone number.",
  );
  expect(popup.closed).toBe(true);
});

test('without a popup, the tab stores the secret, finishes the login, and opens the target page', async () => {
  serve();
  storeAttempt(toUnlock);
  const { store } = await openApp(`/login/social?attempt=${attemptId}`);
  await waitFor(() => expect(window.location.pathname).toBe('/payment/unlockChanger'));
  expect(store.getState().clientUser.sessionId).toBe(session.sessionId);
  expect(sessionStorage.getItem('socialAttempt')).toBeNull();
  expect(google.authorized).toBe(true);
});

test('an invite code survives the redirect, and a rider with an account sees that the code does not count @slow', async () => {
  const { seen, answers } = serve();
  answers.push(HttpResponse.json({ ...session, isNew: false }));
  storeInvite('k7m2q9xd');
  storeAttempt(toUnlock);
  await openApp(`/login/social?attempt=${attemptId}`);
  await screen.findByText(/You already have an account\. Invitations are only for new users/);
  expect(seen.inviteCode).toBe('k7m2q9xd');
  expect(savedInvite()).toBeNull();
});

test.each(['//evil.example', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)'])(
  'the app does not continue to %s',
  async (next) => {
    serve();
    storeAttempt(next);
    await openApp(`/login/social?attempt=${attemptId}`);
    await waitFor(() => expect(window.location.pathname).toBe('/home'));
    expect(window.location.host).toBe('localhost:3000');
  },
);

test('the login shows an error of the redirect, and still leads to the target page', async () => {
  const { answers } = serve();
  answers.push(problem('providerUnavailable'));
  storeAttempt(toUnlock);
  await openApp(`/login/social?attempt=${attemptId}`);
  expect((await screen.findByRole('alert')).textContent).toBe(
    "Couldn't reach Google. Try again or use your phone number.",
  );
  expect(window.location.pathname).toBe('/login');
  expect(screen.getByText('Unlocking station ABCDEFV')).toBeDefined();
});

test('a rider who opens another page during the last step is signed in and stays on that page', async () => {
  serve();
  let arrive = () => {};
  network.use(
    http.post(paths.socialFinish, async () => {
      await new Promise<void>((resolve) => {
        arrive = resolve;
      });
      return HttpResponse.json(session);
    }),
  );
  storeAttempt(toUnlock);
  const { store } = await openApp(`/login/social?attempt=${attemptId}`);
  await screen.findByText('Finishing the login…');
  act(() => {
    window.history.pushState(null, '', '/menu');
    window.dispatchEvent(new PopStateEvent('popstate'));
  });
  await screen.findByText('Guest');
  arrive();
  await waitFor(() => expect(store.getState().clientUser.sessionId).toBe(session.sessionId));
  await waitFor(() => expect(screen.queryByText('Guest')).toBeNull());
  expect(window.location.pathname).toBe('/menu');
});

test('a popup gets no copy of an older attempt of this window', async () => {
  serve();
  storeAttempt(toUnlock);
  await begin();
  expect(sessionStorage.getItem('socialAttempt')).toBeNull();
});

test('a link of an attempt that began in another browser does not sign in', async () => {
  const { seen } = serve();
  const { store } = await openApp('/login/social?attempt=6f9f3b0e-3e0b-4d3a-8c86-6f1f6f8f0002');
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Try again or use your phone number.',
  );
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Login not completed');
  const byPhone = screen.getByRole('link', { name: 'Continue with phone' });
  expect(byPhone.getAttribute('href')).toBe('/login/loginWithPhone');
  expect(screen.getByRole('link', { name: 'Try again' }).getAttribute('href')).toBe('/login');
  expect(screen.getByRole('link', { name: 'Back to home' }).getAttribute('href')).toBe('/home');
  expect(seen.verifier).toBeUndefined();
  expect(store.getState().clientUser.sessionId).toBeNull();
});

test('the popup closes as soon as the waiting page has answered', async () => {
  serve();
  const close = vi.spyOn(window, 'close').mockImplementation(() => undefined);
  const waiting = new BroadcastChannel('social');
  waiting.addEventListener('message', () => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches one origin
    waiting.postMessage({ told: 'heard', attemptId });
  });
  await openApp(`/login/social?attempt=${attemptId}`);
  await screen.findByText('You can close this window.');
  expect(close).toHaveBeenCalled();
  waiting.close();
});

test('before the sign-in by Google is initialised, the app neither signs in nor signs out', async () => {
  const { GoogleFacility } = await import('../../features/auth/social/googleFacility.ts');
  const facility = new GoogleFacility();
  expect(facility.initialised).toBe(false);
  expect(await facility.signIn()).toBe(false);
  expect(await facility.signOut()).toBe(false);
  facility.initialise(async () => {
    localStorage.setItem('sessionId', 'a-session');
    return true;
  });
  expect(facility.initialised).toBe(true);
  expect(await facility.signIn()).toBe(true);
  expect(facility.authorized).toBe(true);
  expect(await facility.signOut()).toBe(true);
  expect(facility.authorized).toBe(false);
});

function storeAttempt(next: string) {
  const stored = {
    attemptId,
    verifier: 'v'.repeat(43),
    provider: 'google',
    purpose: 'signIn',
    next,
  };
  sessionStorage.setItem('socialAttempt', JSON.stringify(stored));
}

test.each<[Config['signInProviders'], boolean]>([
  [['google'], true],
  [[], false],
])(
  'while the linked accounts load, a skeleton is shown only if a provider is configured: %s',
  async (providers, announced) => {
    serve(providers);
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    network.use(
      http.get(paths.myIdentities, async () => {
        await answered;
        return HttpResponse.json({ identities: [] });
      }),
    );
    const { store } = await openApp('/profile/yourInfo', 'rider');
    await screen.findByRole('link', { name: /^Name/ });
    const config = () => configApi.endpoints.getConfig.select()(store.getState()).data;
    await waitFor(() => expect(config()).toBeDefined());
    const isBusy = () => document.querySelector('[aria-busy="true"]') !== null;
    await waitFor(() => expect(isBusy()).toBe(announced));
    expect(screen.queryByRole('button', { name: 'Link Google' })).toBeNull();
    answer();
    await waitFor(() => expect(isBusy()).toBe(false));
    expect(screen.queryAllByRole('button', { name: 'Link Google' })).toHaveLength(providers.length);
  },
);
