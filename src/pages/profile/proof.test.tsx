import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { paths } from '../../../contract/paths.ts';
import type { Proof, ProofFactors } from '../../../contract/signIn/stepUp.ts';
import { reportLost, reportReached } from '../../api/connection.ts';
import { configOfTests, fakeNetwork, network, problem } from '../../testing/fakeNetwork.ts';
import { forgetVisit, openApp } from '../../testing/openApp.tsx';
import { usd } from '../../testing/orders.ts';
import { rider } from '../../testing/rider.ts';
import { startTexts } from '../../testing/texts.ts';

const requestId = '4b7f8f5e-6a0e-4c53-9d8a-2f1de4f0a001';
const byPhone: ProofFactors = { phone: '••23', email: null, identities: [] };

/** The requests that the server gets, and whether the session has a valid proof. */
let server: { isProven: boolean; sent: unknown[]; factors: ProofFactors };

const issued = () =>
  HttpResponse.json({
    requestId,
    expiresAt: new Date(Date.now() + 600_000).toISOString(),
    resendAt: new Date(Date.now() + 30_000).toISOString(),
  });
const proof = (): Proof => ({
  provenUntil: server.isProven ? new Date(Date.now() + 600_000).toISOString() : null,
  factors: server.factors,
});

beforeAll(() => startTexts());
beforeEach(() => {
  forgetVisit();
  reportReached();
  server = { isProven: false, sent: [], factors: byPhone };
  network.use(
    http.get(paths.myProof, () => HttpResponse.json(proof())),
    http.post(paths.myProofCodes, async ({ request }) => {
      server.sent.push(await request.json());
      return issued();
    }),
    http.post(paths.verifyMyProof, async ({ request }) => {
      const body = JSON.stringify(await request.json());
      if (!body.includes('123456')) return problem('codeWrong');
      server.isProven = true;
      return HttpResponse.json(proof());
    }),
    http.post(paths.myPhone, () => (server.isProven ? issued() : problem('proofNeeded'))),
    http.post(paths.myEmail, async ({ request }) => {
      if (!server.isProven) return problem('proofNeeded');
      server.sent.push(await request.json());
      return HttpResponse.json({ status: 'saved', user: { ...rider, email: 'ana@example.com' } });
    }),
  );
});
fakeNetwork();

const sheet = () => screen.findByRole('alertdialog', { name: "Confirm that it's you" });

async function changeEmail() {
  const opened = await openApp('/profile/yourInfo/email', 'rider');
  await opened.user.type(screen.getByRole('textbox', { name: 'Email' }), 'ana@example.com');
  await opened.user.click(screen.getByRole('button', { name: 'Save' }));
  return { ...opened, question: within(await sheet()) };
}

test('a change that needs a proof is made after the code to the current phone was entered', async () => {
  const { user, question } = await changeEmail();
  // Nothing is being saved while the question is open.
  expect(screen.queryByText('Saving…')).toBeNull();
  await user.click(await question.findByRole('button', { name: 'Text a code to ••23' }));
  await question.findByText('Enter the code we sent to ••23.');
  expect(server.sent).toEqual([{ by: 'phone' }]);
  const field = question.getByRole('textbox', { name: 'Verification code' });
  expect(document.activeElement).toBe(field);
  await user.paste('111111');
  await question.findByText('Wrong code. Check the message and try again.');
  expect(document.activeElement).toBe(field);
  await user.paste('123456');
  await screen.findByRole('heading', { level: 1, name: 'Your info' });
  expect(server.sent[1]).toEqual({ email: 'ana@example.com' });
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('the phone number can be changed after the proof, and the typed number stays', async () => {
  const { user } = await openApp('/profile/yourInfo/phone', 'rider');
  await user.type(screen.getByLabelText('Phone number'), '3125550142');
  await user.click(screen.getByRole('button', { name: 'Send code' }));
  const question = within(await sheet());
  await user.click(await question.findByRole('button', { name: 'Text a code to ••23' }));
  await question.findByRole('textbox', { name: 'Verification code' });
  await user.keyboard('123456{Enter}');
  const heading = await screen.findByRole('heading', { level: 1, name: /^Enter the code we sent/ });
  expect(heading.textContent).toContain('0142');
});

test('if the rider cancels the proof, nothing changes and the input stays', async () => {
  const { user, question } = await changeEmail();
  await user.click(await question.findByRole('button', { name: 'Cancel the change' }));
  await screen.findByText("We couldn't confirm that it's you, so nothing was changed. Try again.");
  expect(screen.getByRole('textbox', { name: 'Email' })).toHaveProperty('value', 'ana@example.com');
  expect(server.sent).toEqual([]);
});

test.each([
  ['codeExpired', 'This code has expired. Send a new one to continue.'],
  [
    'codeExhausted',
    'Too many wrong codes. Ask for a new one in a few minutes, or check the number.',
  ],
] as const)('a refused code is explained: %s', async (code, text) => {
  const { user, question } = await changeEmail();
  await user.click(await question.findByRole('button', { name: 'Text a code to ••23' }));
  await question.findByRole('textbox', { name: 'Verification code' });
  network.use(http.post(paths.verifyMyProof, () => problem(code)));
  await user.paste('123456');
  expect(await question.findByText(text)).toBeDefined();
  await user.click(question.getByRole('button', { name: 'Confirm another way' }));
  const byPhone = await question.findByRole('button', { name: 'Text a code to ••23' });
  expect(document.activeElement).toBe(byPhone);
});

test('after an expired code, another one can be sent from the same place', async () => {
  const { user, question } = await changeEmail();
  await user.click(await question.findByRole('button', { name: 'Text a code to ••23' }));
  const field = await question.findByRole('textbox', { name: 'Verification code' });
  network.use(http.post(paths.verifyMyProof, () => problem('codeExpired'), { once: true }));
  await user.paste('111111');
  await question.findByText('This code has expired. Send a new one to continue.');
  expect(question.queryByRole('button', { name: 'Verify' })).toBeNull();
  await user.click(question.getByRole('button', { name: 'Send a new code' }));
  await question.findByRole('button', { name: 'Verify' });
  expect(server.sent).toEqual([{ by: 'phone' }, { by: 'phone' }]);
  expect(document.activeElement).toBe(field);
  expect(field).toHaveProperty('value', '');
  await user.paste('123456');
  await screen.findByRole('heading', { level: 1, name: 'Your info' });
});

test('without a network nothing can be sent, and the reason is shown', async () => {
  const { question } = await changeEmail();
  const button = await question.findByRole('button', { name: 'Text a code to ••23' });
  act(() => reportLost());
  await question.findByText('Confirming needs a connection.');
  expect(button).toHaveProperty('disabled', true);
  act(() => reportReached());
  expect(button).toHaveProperty('disabled', false);
});

test('the sheet offers the confirmed address and linked accounts, and without them it names support', async () => {
  server.factors = { phone: null, email: 'a•••@example.com', identities: ['google'] };
  const { question, unmount } = await changeEmail();
  await question.findByRole('button', { name: 'Email a code to a•••@example.com' });
  question.getByRole('button', { name: 'Continue with Google' });
  expect(question.queryByRole('button', { name: /Text a code/ })).toBeNull();
  unmount();
  forgetVisit();
  server.factors = { phone: null, email: null, identities: [] };
  const again = await changeEmail();
  await again.question.findByText(/Please contact support\./);
});

test('after the proof, a refund of GoCash is repeated with the same key @slow', async () => {
  const keys: (string | null)[] = [];
  const wallet = { total: usd(200), topUp: usd(200), bonus: usd(0), offers: [] };
  network.use(
    http.get(paths.wallet, () => HttpResponse.json({ ...wallet, refundable: usd(200) })),
    http.get(paths.paymentMethods, () => HttpResponse.json({ methods: [] })),
    http.post(paths.walletRefund, ({ request }) => {
      keys.push(request.headers.get('idempotency-key'));
      if (!server.isProven) return problem('proofNeeded');
      return HttpResponse.json({ ...wallet, topUp: usd(0), refundable: usd(0) });
    }),
  );
  const { user } = await openApp('/payment', 'rider');
  await user.click(await screen.findByRole('button', { name: 'Refund to my card' }));
  await user.click(await screen.findByRole('button', { name: 'Refund $2.00' }));
  const question = within(await sheet());
  await user.click(await question.findByRole('button', { name: 'Text a code to ••23' }));
  await question.findByRole('textbox', { name: 'Verification code' });
  await user.paste('123456');
  await screen.findByText('$2.00 is being refunded to your card.');
  expect(keys).toHaveLength(2);
  expect(keys[1]).toBe(keys[0]);
});

test('the refund dialog shows when GoCash can be refunded after a change of the phone number', async () => {
  const wallet = { total: usd(200), topUp: usd(200), bonus: usd(0), offers: [] };
  network.use(
    http.get(paths.wallet, () => HttpResponse.json({ ...wallet, refundable: usd(200) })),
    http.get(paths.paymentMethods, () => HttpResponse.json({ methods: [] })),
    http.post(paths.walletRefund, () =>
      HttpResponse.json({ code: 'refundLater', status: 409, retryAfter: 3600 }, { status: 409 }),
    ),
  );
  const { user } = await openApp('/payment', 'rider');
  await user.click(await screen.findByRole('button', { name: 'Refund to my card' }));
  await user.click(await screen.findByRole('button', { name: 'Refund $2.00' }));
  expect(
    await screen.findByText(/you can refund GoCash to your card from \w+ \d+, \d+/),
  ).toBeDefined();
});

test('a social account is linked after the proof', async () => {
  const attempts: boolean[] = [];
  network.use(
    http.get(paths.config, () =>
      HttpResponse.json({ ...configOfTests, signInProviders: ['facebook'] }),
    ),
    http.post(paths.socialStart, () => {
      attempts.push(server.isProven);
      if (!server.isProven) return problem('proofNeeded');
      const attemptId = '4b7f8f5e-6a0e-4c53-9d8a-2f1de4f0a002';
      return HttpResponse.json({ attemptId, url: 'https://provider.example/' }, { status: 201 });
    }),
  );
  const addresses: string[] = [];
  vi.stubGlobal('open', () => ({
    closed: false,
    close: () => undefined,
    location: { replace: (address: string) => addresses.push(address) },
  }));
  const { user } = await openApp('/profile/yourInfo', 'rider');
  await user.click(await screen.findByRole('button', { name: 'Link Facebook' }));
  const question = within(await sheet());
  await user.click(await question.findByRole('button', { name: 'Text a code to ••23' }));
  await question.findByRole('textbox', { name: 'Verification code' });
  await user.paste('123456');
  await waitFor(() => expect(addresses).toEqual(['https://provider.example/']));
  expect(attempts).toEqual([false, true]);
});

test('the account is deleted after the proof', async () => {
  let isDeleted = false;
  network.use(
    http.delete(paths.me, () => {
      if (!server.isProven) return problem('proofNeeded');
      isDeleted = true;
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const { user } = await openApp('/setting', 'rider');
  await user.click(screen.getByRole('button', { name: 'Delete account' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  await user.click(dialog.getByRole('button', { name: 'Delete account' }));
  const question = within(await sheet());
  await user.click(await question.findByRole('button', { name: 'Text a code to ••23' }));
  await question.findByRole('textbox', { name: 'Verification code' });
  await user.paste('123456');
  await waitFor(() => expect(isDeleted).toBe(true));
});
