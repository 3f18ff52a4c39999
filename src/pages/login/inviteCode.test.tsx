import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { paths } from '../../../contract/paths.ts';
import { savedInvite } from '../../lib/storage/savedInvite.ts';
import { configOfTests, fakeNetwork, network, problem } from '../../testing/fakeNetwork.ts';
import { forgetVisit, openApp } from '../../testing/openApp.tsx';
import { rider } from '../../testing/rider.ts';
import { startTexts } from '../../testing/texts.ts';

beforeAll(() => startTexts());
beforeEach(forgetVisit);
fakeNetwork();

const { reward } = configOfTests.referral;

const codeField = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Invite code' });

/** Opens the field for the invite code with a click, as users do. */
async function openCodeField(user: UserEvent): Promise<void> {
  await user.click(await screen.findByText('Have an invite code?'));
}

test('a code that the user types at the login is checked, and is stored for the next page', async () => {
  const asked: unknown[] = [];
  network.use(
    http.post(paths.friendCodeCheck, async ({ request }) => {
      asked.push(await request.json());
      return HttpResponse.json({ reward });
    }),
  );
  const { user } = await openApp('/login');
  await openCodeField(user);
  await user.type(codeField(), 'k7m2–q9 xd{Enter}');
  const change = await screen.findByRole('button', { name: 'Change invite code' });
  await waitFor(() => expect(document.activeElement).toBe(change));
  screen.getByText('You were invited: $2.00 GoCash when you register');
  screen.getByText('K7M2Q9XD');
  expect(asked).toEqual([{ code: 'K7M2Q9XD' }]);
  await user.click(screen.getByRole('button', { name: 'Continue with phone' }));
  await screen.findByRole('heading', { level: 1, name: /phone number/i });
  await screen.findByText('K7M2Q9XD');
  await user.click(screen.getByRole('button', { name: 'Change invite code' }));
  await waitFor(() => expect(document.activeElement).toBe(codeField()));
  expect(codeField().value).toBe('K7M2Q9XD');
  await user.clear(codeField());
  expect(savedInvite()).toBeNull();
});

test('a pasted link is replaced by its code, and a wrong code is reported', async () => {
  network.use(http.post(paths.friendCodeCheck, () => problem('inviteUnknown')));
  const { user } = await openApp('/login/loginWithPhone');
  await openCodeField(user);
  await user.click(codeField());
  await user.paste('Come along: https://rent.example/home?invite=k7m2q9xd');
  expect(codeField().value).toBe('K7M2Q9XD');
  // The code is stored even if the user does not wait for the check.
  expect(savedInvite()).toBe('K7M2Q9XD');
  await user.click(screen.getByRole('button', { name: 'Apply code' }));
  const error = await screen.findByText(
    "We don't know this invite code. Check it with your friend.",
  );
  expect(codeField().getAttribute('aria-describedby')?.split(' ')).toContain(error.id);
  expect(codeField().getAttribute('aria-invalid')).toBe('true');
  await waitFor(() => expect(document.activeElement).toBe(codeField()));
  expect(savedInvite()).toBeNull();
  await user.clear(codeField());
  await user.type(codeField(), '??{Enter}');
  await screen.findByText('This is not an invite code. Check the letters and numbers.');
  await user.clear(codeField());
  await user.click(screen.getByRole('button', { name: 'Apply code' }));
  await screen.findByText('Please enter the invite code');
});

test('a code that could not be checked is stored, and an invalid code from a link is reported before the login', async () => {
  network.use(http.post(paths.friendCodeCheck, () => problem('tooManyRequests')));
  const first = await openApp('/login');
  await openCodeField(first.user);
  await first.user.type(codeField(), 'K7M2Q9XD{Enter}');
  await screen.findByText(/couldn't check this code now/, { selector: 'details *' });
  expect(savedInvite()).toBe('K7M2Q9XD');
  first.unmount();
  network.use(http.post(paths.friendCodeCheck, () => problem('inviteUnknown')));
  await openApp('/login');
  await screen.findByText("We don't know this invite code. Check it with your friend.");
  expect(codeField().value).toBe('K7M2Q9XD');
  expect(savedInvite()).toBeNull();
});

test('if invitations give no reward, the login has no field for a code', async () => {
  const none = { amount: 0, currency: 'USD' };
  network.use(
    http.get(paths.config, () =>
      HttpResponse.json({ ...configOfTests, referral: { reward: none } }),
    ),
  );
  await openApp('/login');
  await waitFor(() => expect(screen.queryByText('Have an invite code?')).toBeNull());
});

test('after the sign-up, the rider can enter the code of a friend, and the page shows its reward', async () => {
  const sent: { body: unknown; key: string | null }[] = [];
  network.use(
    http.get(paths.friendCode, () => HttpResponse.json({ state: 'open', reward })),
    http.post(paths.friendCode, async ({ request }) => {
      sent.push({ body: await request.json(), key: request.headers.get('idempotency-key') });
      if (sent.length === 1) return problem('inviteOwn');
      if (sent.length === 2) return problem('serverError');
      return HttpResponse.json({ reward }, { status: 201 });
    }),
  );
  const { user } = await openApp('/share', 'rider');
  await user.click(await screen.findByText('Enter an invite code'));
  screen.getByText('You and your friend each get $2.00 GoCash at once.');
  await user.type(codeField(), `${rider.inviteCode}{Enter}`);
  await screen.findByText('This is your own code. Enter the code of a friend.');
  await user.clear(codeField());
  await user.type(codeField(), 'ab cd 23 45');
  await user.click(screen.getByRole('button', { name: 'Apply code' }));
  await screen.findByText(
    "The server did not answer, so we don't know yet whether the code was applied. It can't be applied twice. Try again.",
  );
  await user.click(screen.getByRole('button', { name: 'Apply code' }));
  const heading = await screen.findByRole('heading', { name: 'The invite code was applied.' });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  screen.getByText(/^\$2\.00 was added to your GoCash/);
  expect(sent.map(({ body }) => body)).toEqual([
    { code: rider.inviteCode },
    { code: 'ABCD2345' },
    { code: 'ABCD2345' },
  ]);
  expect(sent[2]?.key).toBe(sent[1]?.key);
  expect(sent[1]?.key).not.toBe(sent[0]?.key);
});

test("a friend's code is also accepted in the coupon field", async () => {
  const redeemed: unknown[] = [];
  network.use(
    http.get(paths.friendCode, () => HttpResponse.json({ state: 'open', reward })),
    http.post(paths.coupons, () => problem('couponInvalid')),
    http.post(paths.friendCode, async ({ request }) => {
      redeemed.push(await request.json());
      return redeemed.length === 1
        ? problem('inviteUnknown')
        : HttpResponse.json({ reward }, { status: 201 });
    }),
  );
  const { user } = await openApp('/share', 'rider');
  await screen.findByText('Enter an invite code');
  const field = screen.getByRole('textbox', { name: 'Coupon code' });
  await user.type(field, 'K7M2Q9XX{Enter}');
  await screen.findByText('Coupon is invalid');
  await user.clear(field);
  await user.type(field, 'k7m2 q9xd{Enter}');
  await screen.findByRole('heading', { name: 'The invite code was applied.' });
  expect(redeemed).toEqual([{ code: 'K7M2Q9XX' }, { code: 'K7M2Q9XD' }]);
});

test.each(['inviteUsed', 'inviteForNewRiders', 'inviteExpired', 'tooManyRequests'] as const)(
  'a message explains why an invite code was refused with %s',
  async (code) => {
    network.use(
      http.get(paths.friendCode, () => problem('serverError')),
      http.post(paths.friendCode, () => problem(code)),
    );
    const { user } = await openApp('/share?invite=ABCD2345', 'rider');
    await user.click(await screen.findByRole('button', { name: 'Apply code' }));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toMatch(/already|new users|no reward|Too many/);
  },
);

test.each([
  ['used', /already entered an invite code/],
  ['closed', null],
] as const)('a rider who cannot enter a code sees no field for it: %s', async (state, said) => {
  network.use(http.get(paths.friendCode, () => HttpResponse.json({ state, reward })));
  await openApp('/share', 'rider');
  await screen.findByRole('textbox', { name: 'Coupon code' });
  if (said) await screen.findByText(said);
  await waitFor(() => expect(screen.queryByText('Enter an invite code')).toBeNull());
});
