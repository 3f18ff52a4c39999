import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { SignedIn } from '../../../contract/signIn/auth.ts';
import { paths } from '../../../contract/paths.ts';
import { checkPhone } from '../../features/auth/phone/checkPhone.ts';
import { network, problem, fakeNetwork } from '../../testing/fakeNetwork.ts';
import { askForCode, issued } from '../../testing/login.ts';
import { forgetVisit, openApp } from '../../testing/openApp.tsx';
import { rider } from '../../testing/rider.ts';
import { startTexts } from '../../testing/texts.ts';

beforeAll(() => startTexts());
beforeEach(forgetVisit);
fakeNetwork();

const toUnlock = '/payment/unlockChanger?equip_id=ABCDEFV';
const next = `next=${encodeURIComponent(toUnlock)}`;

const session: SignedIn = { sessionId: 'session-of-the-rider-01', user: rider };

test('the login offers only the configured methods, and names the chosen station', async () => {
  const { user } = await openApp(`/login?${next}`);
  await screen.findByRole('heading', { level: 1, name: 'Log in' });
  expect(screen.getByText('Unlocking station ABCDEFV')).toBeDefined();
  expect(screen.queryByText(/Facebook|Apple|Google/)).toBeNull();

  await user.click(screen.getByRole('button', { name: 'Continue with phone' }));
  await screen.findByLabelText('Phone number');
  expect(window.location.pathname).toBe('/login/loginWithPhone');
  expect(screen.getByText('Unlocking station ABCDEFV')).toBeDefined();
});

test('a `next` address outside the app is ignored', async () => {
  await openApp('/login?next=//evil.example/');
  await screen.findByRole('heading', { level: 1, name: 'Log in' });
  expect(screen.queryByText(/Unlocking/)).toBeNull();
});

test('an empty number and an invalid number are refused with the text of the specification', async () => {
  const { user } = await openApp('/login/loginWithPhone');
  const field = await screen.findByLabelText('Phone number');
  await user.click(screen.getByRole('button', { name: 'Send code' }));
  await screen.findByText('Please fill in the mobile phone number.');
  expect(document.activeElement).toBe(field);

  await user.type(field, '12');
  await user.click(screen.getByRole('button', { name: 'Send code' }));
  await screen.findByText('Mobile number format error.');
  expect(field).toHaveProperty('value', '12');
});

test('a pasted number with its own calling code changes the country', async () => {
  const { user } = await openApp('/login/loginWithPhone');
  const field = await screen.findByLabelText('Phone number');
  await user.click(field);
  await user.paste('+52 55 1234 5678');
  await screen.findByRole('link', { name: 'Country or region: +52 Mexico' });
  expect(field).toHaveProperty('value', '5512345678');
});

test.each([
  ['0044 20 7946 0958', '+44 United Kingdom', '2079460958'],
  ['+86\u00A0138\u00A00013\u00A08000', '+86 China', '13800138000'],
  ['\u202A+1 (416) 555-0123\u202C', '+1 Canada', '4165550123'],
  ['２１２５５５０１２３', '+1 United States', '２１２５５５０１２３'],
  ['(212) 555-0123', '+1 United States', '(212) 555-0123'],
])(
  'if the pasted number %s replaces another number, the country is %s',
  async (pasted, country, shown) => {
    const { user } = await openApp('/login/loginWithPhone');
    const field = await screen.findByLabelText('Phone number');
    await user.type(field, '3125550142');
    await user.tripleClick(field);
    await user.paste(pasted);
    await screen.findByRole('link', { name: `Country or region: ${country}` });
    await waitFor(() => expect(field).toHaveProperty('value', shown));
  },
);

test('text that the user types while a pasted number is parsed stays', async () => {
  await openApp('/login/loginWithPhone');
  const field = await screen.findByLabelText('Phone number');
  fireEvent.change(field, { target: { value: '+52 55 1234 5678' } });
  fireEvent.change(field, { target: { value: '3125550142' } });
  // When this call has ended, the check of the form has ended, too, because it began earlier.
  await act(() => checkPhone({ typed: '3125550142', callingCode: '1', country: 'US' }));
  expect(field).toHaveProperty('value', '3125550142');
  expect(screen.getByRole('link', { name: 'Country or region: +1 United States' })).toBeDefined();
});

test('the typed number survives the choice of a country', async () => {
  const { user } = await openApp('/login/loginWithPhone');
  await user.type(await screen.findByLabelText('Phone number'), '5512345678');
  await user.click(screen.getByRole('link', { name: 'Country or region: +1 United States' }));

  const search = await screen.findByRole('combobox', { name: 'Search by name or code' });
  expect(screen.getAllByRole('option')[0]?.textContent).toBe('United States+1');
  await user.type(search, 'xyzzy');
  expect(screen.getByText('No country found')).toBeDefined();
  await user.clear(search);
  await user.type(search, 'mexi{ArrowDown}{Enter}');

  await screen.findByRole('link', { name: 'Country or region: +52 Mexico' });
  expect(screen.getByLabelText('Phone number')).toHaveProperty('value', '5512345678');
});

test('if the server refuses to send a code, the time to wait is shown', async () => {
  network.use(http.post(paths.codes, () => problem('tooManyRequests', { retryAfter: 90 })));
  const { user } = await openApp('/login/loginWithPhone');
  await user.type(await screen.findByLabelText('Phone number'), '2125550123');
  await user.click(screen.getByRole('button', { name: 'Send code' }));
  const wait = 'Too many attempts. Try again in 1 minute 30 seconds.';
  expect(await screen.findByText(wait)).toBeDefined();

  network.use(http.post(paths.codes, () => problem('countryNotServed')));
  await user.click(screen.getByRole('button', { name: 'Send code' }));
  expect(await screen.findByText(/can't send codes to this country/)).toBeDefined();
});

test('a pasted code logs in at once and opens the next page', async () => {
  const sent: unknown[] = [];
  network.use(
    http.post(paths.codes, async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json(issued('7d0c6e8e-0000-4000-8000-000000000001', 30));
    }),
    http.post(paths.verifyCode, async ({ request, params }) => {
      sent.push(params['requestId'], await request.json());
      return HttpResponse.json(session);
    }),
    http.get(paths.me, () => HttpResponse.json(rider)),
  );
  const { user, field } = await askForCode(`/login/loginWithPhone?next=/menu`);
  expect(
    screen.getByRole('heading', {
      level: 1,
      name: /^Enter the code we sent to \(212\)\s555-0123$/,
    }),
  ).toBeDefined();

  await user.click(field);
  await user.paste('Your code is 482913');
  await screen.findByText('10427755');
  expect(window.location.pathname).toBe('/menu');
  expect(localStorage.getItem('sessionId')).toBe(session.sessionId);
  expect(sessionStorage.getItem('userDetail')).toContain('10427755');
  expect(sent).toEqual([
    { phone: '+12125550123', language: 'en' },
    '7d0c6e8e-0000-4000-8000-000000000001',
    { code: '482913' },
  ]);
});

test('a typed code is sent only after Verify, and a wrong code stays in the field and is selected', async () => {
  let tries = 0;
  network.use(
    http.post(paths.codes, () =>
      HttpResponse.json(issued('7d0c6e8e-0000-4000-8000-000000000001', 30)),
    ),
    http.post(paths.verifyCode, () => {
      tries += 1;
      return problem('codeWrong');
    }),
  );
  const { user, field } = await askForCode();
  await user.type(field, '111111');
  expect(tries).toBe(0);

  await user.click(screen.getByRole('button', { name: 'Verify' }));
  await screen.findByText('Wrong code. Check the message and try again.');
  expect(tries).toBe(1);
  expect(field).toMatchObject({ value: '111111', selectionStart: 0, selectionEnd: 6 });
  expect(document.activeElement).toBe(field);
});

test('after a code has expired, the user can request a new code', async () => {
  let requests = 0;
  network.use(
    http.post(paths.codes, () => {
      requests += 1;
      return HttpResponse.json(issued(`7d0c6e8e-0000-4000-8000-00000000000${requests}`, 30));
    }),
    http.post(paths.verifyCode, () => problem('codeExpired')),
  );
  const { user, field } = await askForCode();
  await user.click(field);
  await user.paste('123456');
  await screen.findByText('This code has expired. Send a new one to continue.');

  await user.click(screen.getByRole('button', { name: 'Send a new code' }));
  await waitFor(() => expect(field).toHaveProperty('value', ''));
  expect(requests).toBe(2);
  expect(screen.getByRole('button', { name: 'Verify' })).toBeDefined();
});

test('the wait before another code is visible and is not announced', async () => {
  let requests = 0;
  network.use(
    http.post(paths.codes, () => {
      requests += 1;
      return HttpResponse.json(issued('7d0c6e8e-0000-4000-8000-000000000001', 30));
    }),
  );
  const { user } = await askForCode();
  expect(screen.getByRole('timer').textContent).toMatch(/^in 0:(30|29|28)$/);
  await user.click(screen.getByRole('button', { name: 'Send a new code' }));
  expect(requests).toBe(1);
});

test('after a reload the user can still enter the code, and if no code was sent, the number is requested', async () => {
  network.use(
    http.post(paths.codes, () =>
      HttpResponse.json(issued('7d0c6e8e-0000-4000-8000-000000000001', 30)),
    ),
  );
  const { unmount } = await askForCode();
  unmount();
  const again = await openApp('/loginWithPhone/phone/code');
  const heading = { name: /^Enter the code we sent to \(212\)\s555-0123$/ };
  expect(await screen.findByRole('heading', heading)).toBeDefined();
  again.unmount();

  sessionStorage.clear();
  await openApp('/loginWithPhone/phone/code');
  expect(await screen.findByLabelText('Phone number')).toBeDefined();
});
