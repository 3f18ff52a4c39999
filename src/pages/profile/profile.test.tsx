import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { User } from '../../../contract/signIn/auth.ts';
import { paths } from '../../../contract/paths.ts';
import type { ProfileOverview } from '../../../contract/profile.ts';
import { reportLost, reportReached } from '../../api/connection.ts';
import { signedOut } from '../../api/session.ts';
import { fakeNetwork, network, noAnswer, problem } from '../../testing/fakeNetwork.ts';
import { forgetVisit, openApp } from '../../testing/openApp.tsx';
import { makeReturned, usd } from '../../testing/orders.ts';
import { rider } from '../../testing/rider.ts';
import { startTexts } from '../../testing/texts.ts';

/** The rider's data on the server. Changes update it. */
let me: User;
let changes: unknown[];

beforeAll(() => startTexts());
beforeEach(() => {
  forgetVisit();
  reportReached();
  me = rider;
  changes = [];
  network.use(
    http.get(paths.me, () => HttpResponse.json(me)),
    http.get(paths.myOverview, () => HttpResponse.json(overview([]))),
    http.patch(paths.me, async ({ request }) => {
      const change: unknown = await request.json();
      changes.push(change);
      me = Object.assign({}, me, change);
      return HttpResponse.json(me);
    }),
  );
});
fakeNetwork();

const overview = (stations: ProfileOverview['stations']): ProfileOverview => ({
  totalSpend: usd(1250),
  stations,
});

const issued = (requestId: string) => ({
  requestId,
  expiresAt: new Date(Date.now() + 600_000).toISOString(),
  resendAt: new Date(Date.now() + 30_000).toISOString(),
});
const requestId = '4b7f8f5e-6a0e-4c53-9d8a-2f1de4f0a001';

const press = (name: string) => screen.getByRole('button', { name });

test('a guest must log in first and then returns to the profile', async () => {
  await openApp('/profile/yourInfo/name');
  await screen.findByRole('button', { name: 'Continue with phone' });
  expect(window.location.search).toBe('?next=%2Fprofile%2FyourInfo%2Fname');
});

test('the profile shows the rider and the spending, and copies the invite code', async () => {
  const { user } = await openApp('/profile', 'rider');
  expect(document.title).toBe('profile');
  expect(await screen.findByText('$12.50')).toBeDefined();
  expect(screen.getByText('(212) 555-0123')).toBeDefined();
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await user.click(press('Copy invite code'));
  expect(write).toHaveBeenCalledWith('K7M2Q9XD');
  write.mockRejectedValue(new DOMException('no', 'NotAllowedError'));
  await user.click(press('Copy User ID'));
  expect(await screen.findAllByText('Copy fail')).not.toHaveLength(0);
});

test('if the spending failed to load, it can be loaded again', async () => {
  network.use(http.get(paths.myOverview, () => problem('serverError'), { once: true }));
  const { user } = await openApp('/profile', 'rider');
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('$12.50')).toBeDefined();
});

test('a saved name is shown everywhere at once, and the page closes', async () => {
  const { user, store } = await openApp('/profile/yourInfo/name', 'rider');
  await user.type(screen.getByRole('textbox', { name: 'Name' }), '  Ana Ruiz ');
  // The answer to the change must be enough to show the name.
  network.use(http.get(paths.me, noAnswer));
  await user.click(press('Save'));
  expect(await screen.findAllByText('You information is saved.')).not.toHaveLength(0);
  await screen.findByRole('heading', { level: 1, name: 'Your info' });
  expect(changes).toEqual([{ name: 'Ana Ruiz' }]);
  await screen.findByRole('link', { name: /Name.*Ana Ruiz/ });
  const { userName, userDetail } = store.getState().clientUser;
  expect([userName, userDetail?.name]).toEqual(['Ana Ruiz', 'Ana Ruiz']);
  expect(sessionStorage.getItem('userDetail')).toContain('Ana Ruiz');
  expect(sessionStorage.getItem('drafts')).toBeNull();
});

test('an unknown field leads to the list of fields', async () => {
  await openApp('/profile/yourInfo/shoeSize', 'rider');
  await screen.findByRole('heading', { level: 1, name: 'Your info' });
  expect(window.location.pathname).toBe('/profile/yourInfo');
});

test('a draft survives a reload, until it is discarded', async () => {
  const first = await openApp('/profile/yourInfo/name', 'rider');
  await first.user.type(screen.getByRole('textbox', { name: 'Name' }), 'Ana');
  first.unmount();

  const { user } = await openApp('/profile/yourInfo/name', 'rider');
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' });
  expect(field.value).toBe('Ana');

  await user.click(press('Back'));
  const question = screen.getByRole('alertdialog', { name: 'Discard changes?' });
  await user.click(within(question).getByRole('button', { name: 'Keep editing' }));
  expect(field.value).toBe('Ana');

  await user.click(press('Back'));
  await user.click(press('Discard'));
  expect(sessionStorage.getItem('drafts')).toBeNull();
});

test('a draft belongs to one rider, and is deleted at the logout', async () => {
  sessionStorage.setItem('drafts', JSON.stringify({ owner: '999', values: { name: 'Eve' } }));
  const { user, store } = await openApp('/profile/yourInfo/name', 'rider');
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' });
  expect(field.value).toBe('');
  await user.type(field, 'Ana');
  expect(sessionStorage.getItem('drafts')).toContain('Ana');
  act(() => void store.dispatch(signedOut()));
  expect(sessionStorage.getItem('drafts')).toBeNull();
});

test('without a network nothing can be saved, and the reason is shown', async () => {
  const { user } = await openApp('/profile/yourInfo/name', 'rider');
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Ana');
  act(() => reportLost());
  expect(press('Save')).toHaveProperty('disabled', true);
  expect(screen.getByText('Saving needs a connection. What you typed stays here.')).toBeDefined();
  act(() => reportReached());
  expect(press('Save')).toHaveProperty('disabled', false);
});

test('when its field loses the focus, an email address is trimmed, lowercased and validated', async () => {
  const sent: unknown[] = [];
  network.use(
    http.post(paths.myEmail, async ({ request }) => {
      sent.push(await request.json());
      me = { ...me, email: 'ana@example.com' };
      return HttpResponse.json({ status: 'saved', user: me });
    }),
  );
  const { user } = await openApp('/profile/yourInfo/email', 'rider');
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' });
  await user.type(field, 'Ana@Example');
  await user.tab();
  expect(field.value).toBe('ana@example');
  expect(screen.getByText('Invalid email')).toBeDefined();
  await user.click(press('Save'));
  expect(document.activeElement).toBe(field);
  expect(sent).toEqual([]);

  await user.type(field, '.COM');
  expect(screen.queryByText('Invalid email')).toBeNull();
  await user.click(press('Save'));
  await screen.findByRole('heading', { level: 1, name: 'Your info' });
  expect(sent).toEqual([{ email: 'ana@example.com' }]);
});

test('an email address that needs a code is saved after the correct code', async () => {
  network.use(
    http.post(paths.myEmail, () => HttpResponse.json({ status: 'codeSent', ...issued(requestId) })),
    http.post(paths.verifyMyEmail, async ({ request, params }) => {
      expect(params['requestId']).toBe(requestId);
      const body: unknown = await request.json();
      if (JSON.stringify(body) !== '{"code":"123456"}') return problem('codeWrong');
      me = { ...me, email: 'ana@example.com', emailConfirmed: true };
      return HttpResponse.json(me);
    }),
  );
  const { user } = await openApp('/profile/yourInfo/email', 'rider');
  await user.type(screen.getByRole('textbox', { name: 'Email' }), 'ana@example.com');
  await user.click(press('Save'));
  await screen.findByRole('heading', {
    level: 1,
    name: 'Enter the code we sent to ana@example.com',
  });
  expect(document.title).toBe('Enter the code');
  const code = screen.getByRole('textbox', { name: 'Verification code' });
  await user.click(code);
  await user.paste('111111');
  await screen.findByText('Wrong code. Check the message and try again.');
  await user.paste('123456');
  await screen.findByRole('link', { name: /Email.*ana@example\.com/ });
  expect(sessionStorage.getItem('drafts')).toBeNull();
});

test('an email address can be removed', async () => {
  me = { ...rider, email: 'ana@example.com' };
  const sent: unknown[] = [];
  network.use(
    http.post(paths.myEmail, async ({ request }) => {
      sent.push(await request.json());
      me = { ...me, email: null };
      return HttpResponse.json({ status: 'saved', user: me });
    }),
  );
  const { user } = await openApp('/profile/yourInfo/email', 'rider');
  await user.click(await screen.findByRole('button', { name: 'Remove email' }));
  await screen.findByRole('heading', { level: 1, name: 'Your info' });
  expect(sent).toEqual([{ email: null }]);
});

test('a birth date must exist, and the rider must be old enough', async () => {
  const { user } = await openApp('/profile/yourInfo/birthday', 'rider');
  const [month, day, year] = [
    screen.getByRole('combobox', { name: 'Month' }),
    screen.getByRole('textbox', { name: 'Day' }),
    screen.getByRole('textbox', { name: 'Year' }),
  ];
  expect([month, day, year].map((field) => field.getAttribute('autocomplete'))).toEqual([
    'bday-month',
    'bday-day',
    'bday-year',
  ]);
  await user.click(press('Save'));
  expect(screen.getByText('Enter the month, day and year.')).toBeDefined();
  expect(document.activeElement).toBe(month);

  await user.selectOptions(month, 'Feb');
  await user.type(day, '30');
  await user.type(year, '1990');
  await user.click(press('Save'));
  expect(screen.getByText('This date does not exist. Please check it.')).toBeDefined();

  await user.clear(day);
  await user.type(day, '29');
  await user.clear(year);
  await user.type(year, '2024');
  await user.click(press('Save'));
  expect(
    screen.getByText('You must be at least 13 years old.', { selector: '[id$=error]' }),
  ).toBeDefined();
  expect(changes).toEqual([]);

  await user.clear(year);
  await user.type(year, '1988');
  await user.click(press('Save'));
  await screen.findByText('Feb 29, 1988');
  expect(changes).toEqual([{ birthDate: { month: 2, day: 29, year: 1988 } }]);
});

test('a new phone number is confirmed by a code', async () => {
  const sent: unknown[] = [];
  network.use(
    http.post(paths.myPhone, async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json(issued(requestId));
    }),
    http.post(paths.verifyMyPhone, () => {
      me = { ...me, phone: '+525512345678' };
      return HttpResponse.json(me);
    }),
  );
  const { user } = await openApp('/profile/yourInfo/phone', 'rider');
  await user.click(press('Send code'));
  await screen.findByText('Please fill in the mobile phone number.');

  await user.type(screen.getByLabelText('Phone number'), '5512345678');
  await user.click(screen.getByRole('link', { name: 'Country or region: +1 United States' }));
  await user.type(
    await screen.findByRole('combobox', { name: 'Search by name or code' }),
    'mexi{ArrowDown}{Enter}',
  );
  await screen.findByRole('link', { name: 'Country or region: +52 Mexico' });
  expect(screen.getByLabelText('Phone number')).toHaveProperty('value', '5512345678');

  await user.click(press('Send code'));
  const code = await screen.findByRole('textbox', { name: 'Verification code' });
  expect(window.location.pathname).toBe('/profile/yourInfo/phone/code');
  expect(sent).toEqual([{ phone: '+525512345678' }]);
  await user.click(code);
  await user.paste('123456');
  await screen.findByRole('link', { name: /Phone.*\(\+52\) 5512345678/ });
  expect(sessionStorage.getItem('drafts')).toBeNull();
});

test('the number of another account is refused only after the code was entered', async () => {
  network.use(
    http.post(paths.myPhone, () => HttpResponse.json(issued(requestId))),
    http.post(paths.verifyMyPhone, () => problem('phoneTaken')),
  );
  const { user } = await openApp('/profile/yourInfo/phone', 'rider');
  await user.type(screen.getByLabelText('Phone number'), '3125550142');
  await user.click(press('Send code'));
  await user.click(await screen.findByRole('textbox', { name: 'Verification code' }));
  await user.paste('123456');
  expect(await screen.findByText('This number belongs to another account.')).toBeDefined();
});

test('recent stations lead to the map, and recent orders lead to their receipts', async () => {
  const order = makeReturned();
  const at = '2026-11-20T18:00:00.000Z';
  const station = { id: 'ABCDEFV', name: 'Old Mill', address: '9 W Lake St', lastUsedAt: at };
  network.use(
    http.get(paths.myOverview, () => HttpResponse.json(overview([station]))),
    http.get(paths.orders, () => HttpResponse.json({ orders: [order], nextCursor: null })),
  );
  await openApp('/profile/recent', 'rider');
  const link = await screen.findByRole('link', { name: /Old Mill/ });
  expect(link.getAttribute('href')).toBe('/home?equip_id=ABCDEFV');
  expect(screen.getByRole('link', { name: /Corner Bakery/ }).getAttribute('href')).toBe(
    `/history/detail?orderId=${order.id}`,
  );
});

test('without recent orders a text appears, and an error has a button to try again', async () => {
  network.use(
    http.get(paths.myOverview, () => problem('serverError'), { once: true }),
    http.get(paths.orders, () => HttpResponse.json({ orders: [], nextCursor: null })),
  );
  const { user } = await openApp('/profile/recent', 'rider');
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  await screen.findByText('Nothing here yet');
  expect(screen.getByRole('link', { name: 'Scan to rent' })).toBeDefined();
});

test('user data in the format of an older app is ignored', async () => {
  localStorage.setItem('sessionId', 'test-session-0123456789');
  sessionStorage.setItem(
    'userDetail',
    JSON.stringify({ id: '10427755', phone: '+12125550123', name: 'Old' }),
  );
  const { store } = await openApp('/profile');
  expect(store.getState().clientUser.userName).toBeNull();
  await screen.findByText('(212) 555-0123');
  await waitFor(() => expect(store.getState().clientUser.userDetail).toEqual(rider));
});

test('a photo must be chosen before it can be saved', async () => {
  const { user } = await openApp('/profile/yourInfo/photo', 'rider');
  const save = await screen.findByRole('button', { name: 'Save photo' });
  expect(screen.queryByText('Please select image')).toBeNull();
  await user.click(save);
  await screen.findByText('Please select image');
  expect(screen.getByLabelText('Take a photo').getAttribute('capture')).toBe('user');
});

/** Lets jsdom open and draw pictures, which it cannot do itself. */
function allowPictures(): void {
  const changed = [
    [URL, { createObjectURL: () => 'blob:picture', revokeObjectURL: () => undefined }],
    [
      HTMLImageElement.prototype,
      { decode: () => Promise.resolve(), naturalWidth: 300, naturalHeight: 300 },
    ],
    [
      HTMLCanvasElement.prototype,
      {
        getContext: () => ({ fillRect: () => undefined, drawImage: () => undefined }),
        toBlob: (done: (file: Blob) => void) => done(new Blob(['jpeg'], { type: 'image/jpeg' })),
      },
    ],
  ] as const;
  for (const [target, values] of changed) {
    for (const [name, value] of Object.entries(values)) {
      const before = Object.getOwnPropertyDescriptor(target, name);
      Object.defineProperty(target, name, { value, configurable: true, writable: true });
      onTestFinished(() => {
        Reflect.deleteProperty(target, name);
        if (before) Object.defineProperty(target, name, before);
      });
    }
  }
}

test('a saved photo is confirmed, and the page closes', async () => {
  allowPictures();
  const sent: (string | null)[] = [];
  network.use(
    http.get(paths.myPhoto, () => new HttpResponse(null, { status: 503 })),
    http.put(paths.myPhoto, ({ request }) => {
      sent.push(request.headers.get('content-type'));
      me = { ...me, photo: 'photo-1' };
      return HttpResponse.json(me);
    }),
  );
  const { user } = await openApp('/profile/yourInfo/photo', 'rider');
  await user.upload(
    await screen.findByLabelText('Choose a photo'),
    new File(['png'], 'me.png', { type: 'image/png' }),
  );
  await screen.findByRole('img', { name: 'Your new photo' });
  await user.click(press('Save photo'));
  expect(
    await screen.findAllByText('Upload success. Profile information is updated.'),
  ).not.toHaveLength(0);
  await screen.findByRole('heading', { level: 1, name: 'Your info' });
  expect(sent).toEqual(['image/jpeg']);
});
