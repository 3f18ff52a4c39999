import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { paths } from '../../../contract/paths.ts';
import type { Referral } from '../../../contract/referral.ts';
import { saveLinkedInvite } from '../../app/launch/saveLinkedInvite.ts';
import { createStore } from '../../app/state/store.ts';
import { showInviteNotice } from '../../app/launch/showInviteNotice.ts';
import { savedInvite } from '../../lib/storage/savedInvite.ts';
import { fakeCaches } from '../../testing/fakeCaches.ts';
import { fakeNetwork, network, problem } from '../../testing/fakeNetwork.ts';
import { askForCode, issued } from '../../testing/login.ts';
import { forgetVisit, openApp } from '../../testing/openApp.tsx';
import { rider } from '../../testing/rider.ts';
import { startTexts } from '../../testing/texts.ts';
import { currentMessages } from '../../ui/feedback/messages.ts';

beforeAll(() => startTexts());
beforeEach(() => {
  forgetVisit();
  return () => {
    vi.useRealTimers();
  };
});
fakeNetwork();
afterEach(() => vi.unstubAllGlobals());

const reward = { amount: 200, currency: 'USD' };
const referral: Referral = {
  code: rider.inviteCode,
  link: 'https://rent.example/home?invite=K7M2Q9XD',
  reward,
  limit: 20,
  rewarded: 1,
  rewards: [
    {
      id: '1',
      role: 'invited',
      initials: 'AR',
      amount: reward,
      state: 'credited',
      at: '2026-11-20T18:00:00.000Z',
    },
    {
      id: '2',
      role: 'invited',
      initials: null,
      amount: reward,
      state: 'reversed',
      at: '2026-11-19T18:00:00.000Z',
    },
    {
      id: '3',
      role: 'friend',
      initials: null,
      amount: reward,
      state: 'credited',
      at: '2026-11-18T18:00:00.000Z',
    },
  ],
};

/** Opens the address of an invite link, and saves the code as the app does at its start. */
function openLink(search: string, as?: 'rider'): void {
  if (as) localStorage.setItem('sessionId', 'test-session-0123456789');
  window.history.replaceState(null, '', `/home${search}`);
  saveLinkedInvite(createStore(), window.location);
}

test('no reward is promised while its amount is unknown', async () => {
  network.use(http.get(paths.config, () => problem('serverError')));
  await openApp('/getFree/howItWorks');
  await screen.findByText('Your friend registers');
  expect(screen.queryByText(/You both get/)).toBeNull();
});

test('the page shows the rider’s code, its link, and the state of each friend @slow', async () => {
  network.use(http.get(paths.referral, () => HttpResponse.json(referral)));
  const { user } = await openApp('/getFree', 'rider');
  await screen.findByRole('heading', { level: 1, name: 'Give $2.00, get $2.00' });
  await screen.findByText('1 of up to 20 friends rewarded');
  const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent ?? '');
  expect(rows[0]).toContain('AR registered');
  expect(rows[0]).toContain('+$2.00');
  expect(rows[1]).toContain('A friend registered');
  expect(rows[1]).toContain('Taken back');
  expect(rows[2]).toContain('You were invited');

  await user.click(screen.getByRole('button', { name: 'Copy link' }));
  await screen.findByText('Copy success.');
  expect(await navigator.clipboard.readText()).toBe(referral.link);
  await user.click(screen.getByRole('button', { name: 'Copy invite code' }));
  expect(await navigator.clipboard.readText()).toBe(rider.inviteCode);
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(
    new DOMException('', 'NotAllowedError'),
  );
  await user.click(screen.getByRole('button', { name: 'Copy link' }));
  await screen.findByText('Copy fail');

  await user.click(screen.getByRole('link', { name: /How it works/ }));
  await screen.findByRole('heading', { level: 1, name: 'How it works' });
  // Wait for the list, because the heading is visible before the code of the page has loaded.
  expect(await screen.findAllByRole('listitem')).toHaveLength(3);
});

test('without the server, rewards that were shown before are shown with their age', async () => {
  fakeCaches();
  network.use(http.get(paths.referral, () => HttpResponse.json(referral)));
  const first = await openApp('/getFree', 'rider');
  await screen.findByText('1 of up to 20 friends rewarded');
  first.unmount();

  vi.useFakeTimers({ now: Date.now() + 2 * 3600_000, toFake: ['Date'] });
  network.use(http.get(paths.referral, () => problem('serverError')));
  await openApp('/getFree', 'rider');
  await screen.findByText('Updated 2 hr ago');
  expect(screen.getAllByRole('listitem')[0]?.textContent).toContain('AR registered');
  expect(screen.queryByText('Your rewards could not be loaded.')).toBeNull();
});

test('without the server, the code is shown and can be shared with the browser’s share sheet', async () => {
  network.use(http.get(paths.referral, () => problem('serverError')));
  const shared: unknown[] = [];
  Object.defineProperty(navigator, 'share', {
    configurable: true,
    value: async (what: unknown) => void shared.push(what),
  });
  const { user } = await openApp('/getFree', 'rider');
  // The message contains the reward, which is part of the configuration.
  await screen.findByRole('heading', { level: 1, name: 'Give $2.00, get $2.00' });
  await user.click(screen.getByRole('button', { name: 'Share' }));
  expect(shared).toEqual([
    {
      text: expect.stringContaining(rider.inviteCode) as unknown,
      url: `${window.location.origin}/home?invite=${rider.inviteCode}`,
    },
  ]);
  await screen.findByText('Your rewards could not be loaded.');
  Reflect.deleteProperty(navigator, 'share');
});

test('an invite code is stored until the login, sent with the login code, and then deleted', async () => {
  openLink('?invite=K7M2%20Q9XD');
  const first = await openApp('/getFree');
  await screen.findByText('You were invited: $2.00 GoCash when you register');
  await first.user.click(screen.getByRole('link', { name: 'Log in or register' }));
  await screen.findByRole('heading', { level: 1, name: 'Log in' });
  await screen.findByText('You were invited: $2.00 GoCash when you register');
  first.unmount();

  const answers: unknown[] = [];
  network.use(
    http.post(paths.codes, () => HttpResponse.json(issued('r1', 30))),
    http.post(paths.verifyCode, async ({ request }) => {
      answers.push(await request.json());
      return answers.length === 1
        ? problem('codeWrong')
        : HttpResponse.json({ sessionId: 'test-session-0123456789', user: rider });
    }),
    http.get(paths.me, () => HttpResponse.json(rider)),
    http.get(paths.referral, () => HttpResponse.json(referral)),
  );
  const { user, field } = await askForCode('/login/loginWithPhone?next=%2FgetFree');
  await user.click(field);
  await user.paste('111111');
  await screen.findByText('Wrong code. Check the message and try again.');
  expect(savedInvite()).toBe('K7M2Q9XD');
  await user.clear(field);
  await user.paste('123456');
  await screen.findByRole('heading', { level: 1, name: 'Give $2.00, get $2.00' });
  expect(answers).toEqual([
    { code: '111111', inviteCode: 'K7M2Q9XD' },
    { code: '123456', inviteCode: 'K7M2Q9XD' },
  ]);
  expect(savedInvite()).toBeNull();
});

test('an invite code is not stored if it is invalid or expired, or if the rider has an account', async () => {
  openLink('?invite=%3Cscript%3E');
  expect(savedInvite()).toBeNull();
  openLink('?invite=K7M2Q9XD', 'rider');
  expect(savedInvite()).toBeNull();
  localStorage.removeItem('sessionId');
  openLink('?invite=K7M2Q9XD');
  expect(savedInvite()).toBe('K7M2Q9XD');
  vi.useFakeTimers({ now: Date.now() + 91 * 24 * 3600_000, toFake: ['Date'] });
  expect(savedInvite()).toBeNull();
});

test('on pages with a field for a friend’s code, no message about the code appears', async () => {
  openLink('?invite=K7M2Q9XD', 'rider');
  window.history.replaceState(null, '', '/share?invite=K7M2Q9XD');
  const before = currentMessages();
  await showInviteNotice(createStore());
  expect(currentMessages()).toEqual(before);
});

test('a rider with an account sees that invitations are for new riders, and nothing is redeemed @slow', async () => {
  openLink('?invite=K7M2Q9XD', 'rider');
  network.use(http.get(paths.referral, () => HttpResponse.json(referral)));
  await openApp('/getFree?invite=K7M2Q9XD', 'rider');
  await showInviteNotice(createStore());
  await screen.findByText(/You already have an account\. Invitations are only for new users/);
  expect(savedInvite()).toBeNull();
});

test('a guest who logs in to an existing account sees that invitations are for new riders, and a new rider sees no such message', async () => {
  const answer = { sessionId: 'test-session-0123456789', user: rider };
  const count = () =>
    currentMessages().spoken.filter(({ text }) => text.includes('already have an account')).length;
  const logIn = async (isNew: boolean) => {
    openLink('?invite=k7m2q9xd');
    const before = count();
    network.use(
      http.post(paths.codes, () => HttpResponse.json(issued('r1', 30))),
      http.post(paths.verifyCode, () => HttpResponse.json({ ...answer, isNew })),
      http.get(paths.referral, () => HttpResponse.json(referral)),
    );
    const { user, field, unmount } = await askForCode('/login/loginWithPhone?next=%2FgetFree');
    await user.click(field);
    await user.paste('123456');
    await screen.findByRole('heading', { level: 1, name: 'Give $2.00, get $2.00' });
    expect(savedInvite()).toBeNull();
    // Compare with the earlier count, because the list may still contain messages from earlier
    // tests.
    const told = count() - before;
    unmount();
    forgetVisit();
    return told;
  };
  expect(await logIn(true)).toBe(0);
  expect(await logIn(false)).toBe(1);
});

test('an invite code survives a reload and an update of the app, because it is not part of the store', () => {
  openLink('?invite=k7m2%20q9xd');
  // An update of the app migrates or deletes only the persisted store.
  localStorage.removeItem('persist:app');
  sessionStorage.clear();
  window.history.replaceState(null, '', '/home');
  saveLinkedInvite(createStore(), window.location);
  expect(savedInvite()).toBe('k7m2q9xd');
});

test('the login explains to the rider of a new account why the invite code does not count', async () => {
  openLink('?invite=k7m2q9xd');
  network.use(
    http.post(paths.codes, () => HttpResponse.json(issued('r1', 30))),
    http.post(paths.verifyCode, () =>
      HttpResponse.json({
        sessionId: 'test-session-0123456789',
        user: rider,
        isNew: true,
        invite: 'inviteUsed',
      }),
    ),
    http.get(paths.referral, () => HttpResponse.json(referral)),
  );
  const { user, field } = await askForCode('/login/loginWithPhone?next=%2FgetFree');
  await user.click(field);
  await user.paste('123456');
  await screen.findByRole('heading', { level: 1, name: 'Give $2.00, get $2.00' });
  expect(currentMessages().spoken.map(({ text }) => text)).toContainEqual(
    expect.stringContaining('You already got a reward for an invite code.'),
  );
});

/** Adds a contact picker to the simulated browser. */
function withContacts(select: (properties: unknown) => Promise<unknown>): void {
  Object.defineProperty(navigator, 'contacts', { configurable: true, value: { select } });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'contacts'));
}

test('without a contact picker in the browser, the button to choose contacts is missing', async () => {
  network.use(http.get(paths.referral, () => HttpResponse.json(referral)));
  await openApp('/getFree', 'rider');
  await screen.findByText('1 of up to 20 friends rewarded');
  expect(screen.queryByRole('button', { name: 'Choose contacts' })).toBeNull();
});

test('a contact is invited with the message app of the device', async () => {
  network.use(http.get(paths.referral, () => HttpResponse.json(referral)));
  const asked: unknown[] = [];
  const answers = [[], [{ tel: ['', '+1 (212) 555-0123'] }]];
  withContacts(async (properties) => {
    asked.push(properties);
    return answers.shift();
  });
  const { user } = await openApp('/getFree', 'rider');
  await screen.findByRole('heading', { level: 1, name: 'Give $2.00, get $2.00' });
  const choose = await screen.findByRole('button', { name: 'Choose contacts' });
  await user.click(choose);
  // If the rider selects no contact, nothing must happen.
  expect(screen.queryByRole('textbox', { name: "Your friend's number" })).toBeNull();
  await user.click(choose);
  const link = await screen.findByRole('link', { name: 'Write a message' });
  const address = link.getAttribute('href') ?? '';
  expect(address).toMatch(/^sms:\+12125550123\?body=/);
  expect(decodeURIComponent(address)).toContain(
    `${rider.inviteCode}: we both get $2.00 GoCash. https://`,
  );
  expect(decodeURIComponent(address)).toContain(referral.link);
  // The app must not request names or addresses.
  expect(asked).toEqual([['tel'], ['tel']]);
});

test.each<[string, () => Promise<unknown>]>([
  ['refused', () => Promise.reject(new DOMException('', 'SecurityError'))],
  ['used without a number', () => Promise.resolve([{ tel: [] }])],
])('if the contact picker is %s, the number stays empty', async (_how, select) => {
  network.use(http.get(paths.referral, () => HttpResponse.json(referral)));
  withContacts(select);
  const { user } = await openApp('/getFree', 'rider');
  await user.click(await screen.findByRole('button', { name: 'Choose contacts' }));
  await screen.findByText('Type a number or share the link');
  expect(screen.queryByRole('link', { name: 'Write a message' })).toBeNull();
  await user.type(screen.getByRole('textbox', { name: "Your friend's number" }), '212 555 0123');
  expect(screen.getByRole('link', { name: 'Write a message' }).getAttribute('href')).toMatch(
    /^sms:2125550123\?body=/,
  );
});
