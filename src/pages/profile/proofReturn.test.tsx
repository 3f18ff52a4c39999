import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { paths } from '../../../contract/paths.ts';
import type { Proof } from '../../../contract/signIn/stepUp.ts';
import { reportReached } from '../../api/connection.ts';
import { sessionFollowed, signedOut } from '../../api/session.ts';
import { storeDraft } from '../../lib/storage/drafts.ts';
import { readWaitingChange, storeWaitingChange } from '../../lib/storage/waitingChange.ts';
import { configOfTests, fakeNetwork, network, problem } from '../../testing/fakeNetwork.ts';
import { forgetVisit, openApp } from '../../testing/openApp.tsx';
import { usd } from '../../testing/orders.ts';
import { rider } from '../../testing/rider.ts';
import { startTexts } from '../../testing/texts.ts';

// These tests are about a proof with a social account in an installed app. An installed app has no popups, so the rider
// leaves the app.

const attemptId = '4b7f8f5e-6a0e-4c53-9d8a-2f1de4f0a002';
const codeRequest = '4b7f8f5e-6a0e-4c53-9d8a-2f1de4f0a001';
const ana = { ...rider, email: 'ana@example.com', emailConfirmed: true };

/** Whether the session is proven, and the changes that the server made. */
let server: { isProven: boolean; made: string[] };

const issued = () =>
  HttpResponse.json({
    requestId: codeRequest,
    expiresAt: new Date(Date.now() + 600_000).toISOString(),
    resendAt: new Date(Date.now() + 30_000).toISOString(),
  });
const proof = (): Proof => ({
  provenUntil: server.isProven ? new Date(Date.now() + 600_000).toISOString() : null,
  factors: { phone: '••23', email: null, identities: ['google'] },
});
const guarded =
  (name: string, answer: () => Response) =>
  async ({ request }: { request: Request }): Promise<Response> => {
    if (!server.isProven) return problem('proofNeeded');
    server.made.push(`${name} ${await request.text()}`.trim());
    return answer();
  };
const identity = { provider: 'google', label: 'Ana', linkedAt: '2026-11-20T18:00:00.000Z' };
const wallet = { total: usd(200), topUp: usd(200), bonus: usd(0), offers: [] };

beforeAll(() => startTexts());
beforeEach(() => {
  forgetVisit();
  reportReached();
  server = { isProven: false, made: [] };
  vi.stubGlobal('open', () => null);
  network.use(
    http.get(paths.me, () => HttpResponse.json(ana)),
    http.get(paths.config, () =>
      HttpResponse.json({ ...configOfTests, signInProviders: ['google', 'facebook'] }),
    ),
    http.get(paths.myIdentities, () => HttpResponse.json({ identities: [identity] })),
    http.get(paths.wallet, () => HttpResponse.json({ ...wallet, refundable: usd(200) })),
    http.get(paths.paymentMethods, () => HttpResponse.json({ methods: [] })),
    http.get(paths.myProof, () => HttpResponse.json(proof())),
    http.post(paths.myProofCodes, () => issued()),
    http.post(paths.verifyMyProof, () => {
      server.isProven = true;
      return HttpResponse.json(proof());
    }),
    // This address of the provider only changes the fragment, because the tests cannot open a page
    // of another site.
    http.post(paths.socialStart, () =>
      HttpResponse.json({ attemptId, url: '#provider' }, { status: 201 }),
    ),
    http.post(paths.myEmail, guarded('email', issuedEmail)),
    http.post(paths.myPhone, guarded('phone', issued)),
    http.delete(
      paths.myIdentity,
      guarded('unlink', () => HttpResponse.json({ identities: [] })),
    ),
    http.post(
      paths.walletRefund,
      guarded('refund', () => HttpResponse.json({ ...wallet, refundable: usd(0) })),
    ),
    http.delete(
      paths.me,
      guarded('delete', () => new HttpResponse(null, { status: 204 })),
    ),
  );
});
fakeNetwork();

const issuedEmail = () => HttpResponse.json({ status: 'saved', user: ana });

type Opened = Awaited<ReturnType<typeof openApp>>;
type User = Opened['user'];

const button = (name: string) => screen.findByRole('button', { name });
const dialog = async (name: string) => within(await screen.findByRole('alertdialog', { name }));
const sheet = () => dialog("Confirm that it's you");

const storedTexts = () =>
  Object.keys(sessionStorage).map((key) => [key, sessionStorage.getItem(key) ?? ''] as const);

/** Leaves the app for the page of Google. The page of the app ends, and only its storage remains. */
async function leave({ user, unmount }: Opened): Promise<void> {
  const question = await sheet();
  await user.click(await question.findByRole('button', { name: 'Continue with Google' }));
  await waitFor(() => expect(window.location.hash).toBe('#provider'));
  const left = storedTexts();
  unmount();
  for (const [key, value] of left) sessionStorage.setItem(key, value);
}

/** Opens the app again, as the page of Google does. */
async function comeBack(code: Parameters<typeof problem>[0] | null): Promise<Opened> {
  network.use(
    http.post(paths.socialFinish, () => {
      if (code !== null) return problem(code);
      server.isProven = true;
      return HttpResponse.json({ identities: [identity] });
    }),
  );
  return openApp(`/login/social?attempt=${attemptId}`, 'rider');
}

interface Change {
  address: string;
  begin: (user: User) => Promise<void>;
  /** The rider confirms the change after the return. */
  confirm: (user: User) => Promise<void>;
  made: string;
}

async function confirmNow(user: User, text: string | RegExp) {
  const question = await dialog('Make this change now?');
  question.getByText("You have confirmed that it's you.");
  question.getByText(text);
  await user.click(question.getByRole('button', { name: 'Make the change' }));
}

const changes: Record<string, Change> = {
  'a new address': {
    address: '/profile/yourInfo/email',
    async begin(user) {
      await button('Remove email');
      await user.clear(screen.getByRole('textbox', { name: 'Email' }));
      await user.type(screen.getByRole('textbox', { name: 'Email' }), 'new@example.com');
      await user.click(await button('Save'));
    },
    async confirm(user) {
      const question = await dialog('Make this change now?');
      expect(screen.getByRole('alertdialog').textContent).toContain(
        'Your new email address: new@example.com',
      );
      expect(screen.getByLabelText('Email')).toHaveProperty('value', 'new@example.com');
      await user.click(question.getByRole('button', { name: 'Make the change' }));
    },
    made: 'email {"email":"new@example.com"}',
  },
  'no address': {
    address: '/profile/yourInfo/email',
    begin: async (user) => user.click(await button('Remove email')),
    confirm: (user) => confirmNow(user, 'Your email address will be removed.'),
    made: 'email {"email":null}',
  },
  'a new phone': {
    address: '/profile/yourInfo/phone',
    async begin(user) {
      await user.type(screen.getByLabelText('Phone number'), '3125550142');
      await user.click(await button('Send code'));
    },
    confirm: (user) => confirmNow(user, 'Your new phone number:'),
    made: 'phone {"phone":"+13125550142"}',
  },
  'an unlinked account': {
    address: '/profile/yourInfo',
    async begin(user) {
      await user.click(await button('Unlink Google'));
      const question = await dialog('Unlink Google?');
      await user.click(question.getByRole('button', { name: 'Unlink Google' }));
    },
    async confirm(user) {
      const question = await dialog('Unlink Google?');
      await user.click(question.getByRole('button', { name: 'Unlink Google' }));
    },
    made: 'unlink',
  },
  'a refund of GoCash': {
    address: '/payment',
    async begin(user) {
      await user.click(await button('Refund to my card'));
      await user.click(await button('Refund $2.00'));
    },
    confirm: async (user) => user.click(await button('Refund $2.00')),
    made: 'refund {"amount":{"amount":200,"currency":"USD"}}',
  },
  'the deletion': {
    address: '/setting',
    async begin(user) {
      await user.click(await button('Delete account'));
      await user.click(
        within(await screen.findByRole('alertdialog')).getByRole('button', {
          name: 'Delete account',
        }),
      );
    },
    async confirm(user) {
      const question = within(await screen.findByRole('alertdialog'));
      await user.click(question.getByRole('button', { name: 'Delete account' }));
    },
    made: 'delete',
  },
};
const names = Object.keys(changes);
const changeOf = (name: string): Change => {
  const change = changes[name];
  if (!change) throw new Error(name);
  return change;
};

/** Begins the change, and leaves the app for the proof. */
async function beginAndLeave({ address, begin }: Change): Promise<void> {
  const opened = await openApp(address, 'rider');
  await begin(opened.user);
  await leave(opened);
  expect(server.made).toEqual([]);
}

test.each(names)(
  'after the proof the rider confirms the change, which is made once: %s',
  async (name) => {
    const change = changeOf(name);
    await beginAndLeave(change);
    const { user } = await comeBack(null);
    await waitFor(() => expect(window.location.pathname).toBe(change.address));
    await change.confirm(user);
    await waitFor(() => expect(server.made).toEqual([change.made]));
    expect(sessionStorage.getItem('drafts') ?? '').not.toContain('waitingChange');
  },
);

test.each(names)('a failed proof is explained, and a code proves the change: %s', async (name) => {
  const change = changeOf(name);
  await beginAndLeave(change);
  const { user } = await comeBack('signInCancelled');
  const question = await sheet();
  await question.findByText(
    "You didn't finish at Google, so nothing was changed. Try again, or confirm another way.",
  );
  await user.click(await question.findByRole('button', { name: 'Text a code to ••23' }));
  await question.findByRole('textbox', { name: 'Verification code' });
  await user.paste('123456');
  await change.confirm(user);
  await waitFor(() => expect(server.made).toEqual([change.made]));
});

test('after the proof, the rider confirms the link of a social account, and only then leaves the app again', async () => {
  storeWaitingChange(rider.id, '/profile/yourInfo', { kind: 'link', provider: 'facebook' });
  server.isProven = true;
  const { user } = await openApp('/profile/yourInfo', 'rider');
  await dialog('Make this change now?');
  expect(window.location.hash).toBe('');
  await confirmNow(user, 'Facebook will be linked to your account.');
  await waitFor(() => expect(window.location.hash).toBe('#provider'));
  expect(sessionStorage.getItem('socialAttempt')).toContain('"purpose":"link"');
});

test('the rider enters a code again, because codes are not stored', async () => {
  const path = '/profile/yourInfo/phone/code';
  const resendAt = new Date().toISOString();
  storeDraft(rider.id, 'phoneCode', { requestId: codeRequest, resendAt, contact: '+13125550142' });
  network.use(http.post(paths.verifyMyPhone, () => problem('proofNeeded')));
  const opened = await openApp(path, 'rider');
  await opened.user.type(
    screen.getByRole('textbox', { name: 'Verification code' }),
    '654321{Enter}',
  );
  await leave(opened);
  expect(JSON.stringify(storedTexts())).not.toContain('654321');
  const { user } = await comeBack(null);
  const question = await dialog('Enter the code again');
  await user.click(question.getByRole('button', { name: 'OK' }));
  expect(screen.getByRole('textbox', { name: 'Verification code' })).toHaveProperty('value', '');
});

test.each([
  ['signInFailed', 'Use the Google account that is linked here.'],
  ['providerUnavailable', "Couldn't reach Google. Try again, or confirm another way."],
] as const)('the message about a failed proof names the cause: %s', async (code, text) => {
  await beginAndLeave(changeOf('a new phone'));
  await comeBack(code);
  const alert = within(await screen.findByRole('alertdialog'));
  expect((await alert.findByRole('alert')).textContent).toContain(text);
});

test('an answer of an expired attempt leads back to the page with an error', async () => {
  await beginAndLeave(changeOf('an unlinked account'));
  await openApp('/login/social', 'rider');
  const question = await sheet();
  expect((await question.findByRole('alert')).textContent).toContain(
    "This didn't confirm that it's you.",
  );
  expect(window.location.pathname).toBe('/profile/yourInfo');
});

test('if the rider cancels after the return from the provider, the change is discarded', async () => {
  await beginAndLeave(changeOf('a new address'));
  const { user } = await comeBack('signInCancelled');
  await user.click(await (await sheet()).findByRole('button', { name: 'Cancel the change' }));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(screen.getByRole('textbox', { name: 'Email' })).toHaveProperty('value', 'new@example.com');
  expect(window.history.state?.usr ?? null).toBeNull();
  expect(readWaitingChange(rider.id, '/profile/yourInfo/email')).toBeNull();
});

test('the waiting change does not expire while its dialog is open', async () => {
  await beginAndLeave(changeOf('a new address'));
  const { user } = await comeBack('signInCancelled');
  const question = await sheet();
  vi.setSystemTime(Date.now() + 11 * 60_000);
  onTestFinished(() => void vi.useRealTimers());
  await user.click(await question.findByRole('button', { name: 'Text a code to ••23' }));
  await question.findByRole('textbox', { name: 'Verification code' });
  await user.paste('123456');
  await changeOf('a new address').confirm(user);
  await waitFor(() => expect(server.made).toEqual([changeOf('a new address').made]));
});

test('the number in the dialog is the one that is sent', async () => {
  const change = changeOf('a new phone');
  await beginAndLeave(change);
  server.isProven = true;
  let answer = () => {};
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  network.use(
    http.get(paths.myProof, async () => {
      await isAnswered;
      return HttpResponse.json(proof());
    }),
  );
  const { user } = await openApp(change.address, 'rider');
  await user.type(await screen.findByLabelText('Phone number'), '{Backspace}9');
  answer();
  await change.confirm(user);
  await waitFor(() => expect(server.made).toEqual([change.made]));
});

test('if another tab changes the session, the dialog for the proof closes and nothing is changed', async () => {
  const { user, store } = await openApp('/setting', 'rider');
  await changeOf('the deletion').begin(user);
  await sheet();
  // Another tab has logged out and in.
  act(() => void store.dispatch(sessionFollowed('another session')));
  await waitFor(() =>
    expect(screen.queryByRole('alertdialog', { name: "Confirm that it's you" })).toBeNull(),
  );
  expect(server.made).toEqual([]);
});

test('if the rider goes to another page, the change is discarded', async () => {
  await beginAndLeave(changeOf('a new phone'));
  await comeBack('signInCancelled');
  await sheet();
  expect(readWaitingChange(rider.id, '/profile/yourInfo/phone')).not.toBeNull();
  act(() => {
    window.history.pushState(null, '', '/menu');
    window.dispatchEvent(new PopStateEvent('popstate'));
  });
  await waitFor(() => expect(readWaitingChange(rider.id, '/profile/yourInfo/phone')).toBeNull());
});

test('if the change is too old, the app explains that nothing was changed, and does not offer the change again', async () => {
  await beginAndLeave(changeOf('the deletion'));
  const now = Date.now();
  vi.spyOn(Date, 'now').mockImplementation(() => now + 600_001);
  const { user } = await comeBack('signInFailed');
  const notice = await dialog('Nothing was changed');
  notice.getByText('To make the change, start it again.');
  await user.click(notice.getByRole('button', { name: 'OK' }));
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('a change waits only for its rider, on its page, and until the logout', async () => {
  const { store } = await openApp('/menu', 'rider');
  storeWaitingChange(rider.id, '/payment', { kind: 'refund' });
  expect(readWaitingChange(rider.id, '/payment')).toEqual({ kind: 'refund' });
  expect(readWaitingChange(rider.id, '/setting')).toBeNull();
  expect(readWaitingChange('another', '/payment')).toBeNull();
  act(() => void store.dispatch(signedOut()));
  expect(readWaitingChange(rider.id, '/payment')).toBeNull();
});

test('a change that another version stored is ignored', async () => {
  const change = { kind: 'refund' };
  storeDraft(rider.id, 'waitingChange', { version: 0, at: Date.now(), path: '/payment', change });
  expect(readWaitingChange(rider.id, '/payment')).toBeNull();
});
