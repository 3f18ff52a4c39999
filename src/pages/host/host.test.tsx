import { act, fireEvent, screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import type { Config } from '../../../contract/config.ts';
import { HostInterest, type HostTerms } from '../../../contract/hosts.ts';
import { paths } from '../../../contract/paths.ts';
import { noteServerTime } from '../../api/serverClock.ts';
import { signedOut } from '../../api/session.ts';
import { storeSent } from '../../features/host/sentInterest.ts';
import { configOfTests, fakeNetwork, network, problem } from '../../testing/fakeNetwork.ts';
import { forgetVisit, openApp } from '../../testing/openApp.tsx';
import { startTexts } from '../../testing/texts.ts';

beforeAll(() => startTexts());
beforeEach(forgetVisit);
fakeNetwork();

const money = (amount: number) => ({ amount, currency: 'USD' });
const config: Config = {
  ...configOfTests,
  terms: {
    unlockFee: money(100),
    graceMinutes: 5,
    rate: money(100),
    rateMinutes: 60,
    freeMinutes: 0,
    cap: money(1000),
    capMinutes: 1440,
    deposit: money(2000),
    depositCaptureMinutes: 1440,
    lostMinutes: 2880,
    overdueFee: money(1000),
    lostTotal: money(3000),
    chargerWaitSeconds: 120,
  },
};
const hostTerms: HostTerms = {
  keptDays: 365,
  estimate: {
    share: { minimum: 20, maximum: 30 },
    venues: [
      { kind: 'cafe', rentalsPerDay: 4, mostPerDay: 20, minutes: 120 },
      { kind: 'bar', rentalsPerDay: 8, mostPerDay: 40, minutes: 180 },
      // A newer server may send a kind of venue that this app does not know. The app leaves it out.
      { kind: 'moonBase', rentalsPerDay: 1, mostPerDay: 1, minutes: 60 },
    ],
  },
};
const configured = (given: Config = config, terms: HostTerms = hostTerms) =>
  network.use(
    http.get(paths.config, () => HttpResponse.json(given)),
    http.get(paths.hostTerms, () => HttpResponse.json(terms)),
    // The form sends this request if the user types slowly.
    http.get(paths.placeSearch, () => HttpResponse.json({ places: [] })),
  );

const taken = { reference: 'H-7K3M-29QX', at: new Date().toISOString() };

/** Records each form that is sent, with its idempotency key. */
function acceptForms(...answers: Response[]) {
  const sent: { key: string | null; body: unknown }[] = [];
  network.use(
    http.post(paths.hosts, async ({ request }) => {
      sent.push({ key: request.headers.get('idempotency-key'), body: await request.json() });
      return answers[sent.length - 1] ?? HttpResponse.json(taken, { status: 201 });
    }),
  );
  return sent;
}

const field = (name: string | RegExp) => screen.getByRole('textbox', { name });

test('the estimate shows its assumptions, and the user can change them within their bounds', async () => {
  configured();
  const { user } = await openApp('/gogoHost');
  await screen.findByRole('heading', { level: 1, name: 'Become a host' });
  expect(document.title).toBe('Become a host');
  await screen.findByText('About $72.00 a month for you');
  expect(
    screen.getByText(/4 rentals a day × 30 days × \$3\.00 = \$360\.00, of which 20%/),
  ).toBeTruthy();

  const rentals = screen.getByRole('slider', { name: 'Rentals a day' });
  expect(rentals).toHaveProperty('max', '20');
  fireEvent.change(rentals, { target: { value: '10' } });
  fireEvent.change(screen.getByRole('slider', { name: 'Your share' }), { target: { value: '30' } });
  fireEvent.change(screen.getByRole('slider', { name: 'Each rental lasts' }), {
    target: { value: '60' },
  });
  screen.getByText('About $180.00 a month for you');

  const kinds = screen.getByRole('combobox', { name: 'Kind of venue' });
  expect(
    within(kinds)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Café', 'Bar or club']);
  await user.selectOptions(kinds, 'Bar or club');
  // A bar usually has eight rentals of three hours.
  await screen.findByText('About $192.00 a month for you');
  await user.click(screen.getByText('What happens to what I send?'));
  await screen.findByText('It is erased after 365 days at the latest.');

  await user.click(screen.getByRole('link', { name: 'Become a host' }));
  expect(await screen.findByRole('combobox', { name: 'Kind of venue' })).toHaveProperty(
    'value',
    'bar',
  );
});

test.each<[string, () => void]>([
  [
    'without the configuration',
    () => {
      configured();
      network.use(http.get(paths.config, () => problem('serverError')));
    },
  ],
  [
    'without the terms for hosts',
    () => {
      configured();
      network.use(http.get(paths.hostTerms, () => problem('serverError')));
    },
  ],
  ['without common prices', () => configured(configOfTests)],
  ['without an estimate', () => configured(config, { keptDays: 30, estimate: null })],
  [
    'without a known kind of venue',
    () =>
      configured(config, {
        keptDays: 30,
        estimate: { share: { minimum: 1, maximum: 1 }, venues: [] },
      }),
  ],
])('%s the page promises no earnings, and the form can be opened', async (_where, prepare) => {
  prepare();
  await openApp('/gogoHost');
  await screen.findByText('Three steps');
  expect(screen.queryByText(/a month/)).toBeNull();
  screen.getByRole('link', { name: 'Become a host' });
});

test('if the terms for hosts could not be loaded, the user can try again', async () => {
  configured();
  network.use(http.get(paths.hostTerms, () => problem('serverError'), { once: true }));
  const { user } = await openApp('/gogoHost');
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  await screen.findByText('About $72.00 a month for you');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('missing and invalid values are reported at each field, and the typed text stays', async () => {
  configured();
  const { user } = await openApp('/gogoHost/form');
  await user.click(await screen.findByRole('button', { name: 'Send' }));
  await screen.findByText('6 fields need your attention.');
  expect(document.activeElement).toBe(field('Name of the business'));
  const described = (element: HTMLElement) =>
    (element.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent)
      .join(' ');
  expect(described(field('Name of the business'))).toBe('Please fill this in.');
  expect(described(field('Address'))).toContain('or choose the place on the map.');
  expect(described(field('Phone'))).toBe('Please enter a phone number or an email address.');
  expect(described(screen.getByRole('checkbox'))).toContain('Please agree');

  await user.type(field('Name of the business'), '<b>Café</b>');
  await user.selectOptions(screen.getByRole('combobox'), 'Café');
  await user.type(field('Address'), '5 W Lake St');
  await user.type(field('Your name'), 'Ana Ruiz');
  await user.type(field('Phone'), '123');
  await user.type(field('Email'), 'Ana@');
  await user.type(field(/^Anything else/), 'see www.spam.example');
  await user.click(screen.getByRole('checkbox'));
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await screen.findByText('Mobile number format error.');
  screen.getByText('Invalid email');
  expect(screen.getAllByText('Please leave out links and the characters < and >.')).toHaveLength(2);
  expect(field('Name of the business')).toHaveProperty('value', '<b>Café</b>');
  expect(field('Email')).toHaveProperty('value', 'ana@');
});

async function fillIn(user: Awaited<ReturnType<typeof openApp>>['user']) {
  await user.type(
    await screen.findByRole('textbox', { name: 'Name of the business' }),
    'Corner Café',
  );
  await user.selectOptions(screen.getByRole('combobox'), 'Café');
  await user.type(field('Address'), '5 W Lake St');
  await user.type(field('Your name'), 'Ana Ruiz');
  await user.type(field('Phone'), '(312) 555-0199');
  await user.click(screen.getByRole('checkbox'));
}

test('a draft survives a reload, all tries to send it have one key, and another visit shows the result', async () => {
  configured();
  const first = await openApp('/gogoHost/form');
  await fillIn(first.user);
  first.unmount();

  const { user, unmount } = await openApp('/gogoHost/form');
  await screen.findByDisplayValue('Corner Café');
  await screen.findByText(/at most 365 days/);
  const sent = acceptForms(problem('serverError'), problem('tooManyRequests', { retryAfter: 60 }));
  const press = () => user.click(screen.getByRole('button', { name: 'Send' }));
  await press();
  await screen.findByText('Server error');
  await press();
  await screen.findByText(/Too many|too often|Try again/);
  await press();
  const thanks = await screen.findByRole('heading', { level: 1, name: 'Thank you' });
  // The pressed button no longer exists, so the focus moves to the heading of the result.
  expect(document.activeElement).toBe(thanks);
  screen.getByText('H-7K3M-29QX');
  // All requests of one attempt must have the same key.
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
  expect(HostInterest.parse(sent[2]?.body)).toEqual({
    business: 'Corner Café',
    venue: 'cafe',
    place: null,
    address: '5 W Lake St',
    contactName: 'Ana Ruiz',
    phone: '+13125550199',
    email: null,
    message: '',
    language: 'en',
    consent: true,
  });
  unmount();
  // After the form was sent, the device must not store its content.
  const left = [localStorage, sessionStorage]
    .flatMap((storage) => Object.keys(storage).map((key) => storage.getItem(key)))
    .join(' ');
  expect(left).not.toMatch(/Corner|Ana|13125550199/);

  const again = await openApp('/gogoHost');
  await screen.findByText('You wrote to us before');
  await again.user.click(screen.getByRole('link', { name: 'Become a host' }));
  await screen.findByText('H-7K3M-29QX');
  await again.user.click(screen.getByRole('button', { name: 'Write to us again' }));
  expect(await screen.findByRole('textbox', { name: 'Name of the business' })).toHaveProperty(
    'value',
    '',
  );
});

test('the confirmation is shown for 30 days by the clock of the server', async () => {
  const day = 24 * 3600_000;
  configured();
  onTestFinished(() => noteServerTime(new Date().toISOString()));
  const serverNow = Date.now() + 40 * day;
  noteServerTime(new Date(serverNow).toISOString());
  storeSent({ ...taken, at: new Date(serverNow - day).toISOString() });
  const { unmount } = await openApp('/gogoHost');
  await screen.findByText('You wrote to us before');
  unmount();
  storeSent({ ...taken, at: new Date(serverNow - 31 * day).toISOString() });
  await openApp('/gogoHost');
  await screen.findByText('Three steps');
  expect(screen.queryByText('You wrote to us before')).toBeNull();
});

test('a draft is deleted with the session on a shared device', async () => {
  configured();
  const { user, store } = await openApp('/gogoHost/form', 'rider');
  await fillIn(user);
  expect(sessionStorage.getItem('hostDraft')).toContain('Ana Ruiz');
  act(() => void store.dispatch(signedOut()));
  expect(sessionStorage.getItem('hostDraft')).toBeNull();
});

test('an error from the server is reported at its field', async () => {
  configured();
  const { user } = await openApp('/gogoHost/form');
  await fillIn(user);
  network.use(
    http.post(paths.hosts, () =>
      HttpResponse.json(
        {
          type: 'about:blank',
          title: 'invalidInput',
          status: 400,
          code: 'invalidInput',
          instance: 'r',
          fields: ['body.place.lat', 'body.phone'],
        },
        { status: 400, headers: { 'content-type': 'application/problem+json' } },
      ),
    ),
  );
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await screen.findByText('This cannot be sent. Please check it.');
  screen.getByText('Mobile number format error.');
  expect(document.activeElement).toBe(field('Address'));
});

test('without a connection nothing is sent, and the typed text stays', async () => {
  configured();
  const { user } = await openApp('/gogoHost/form');
  await fillIn(user);
  // Let every request fail, because any successful request makes the app online again.
  network.use(http.all('*', () => HttpResponse.error()));
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await screen.findByText(/You're offline\. What you typed stays here/);
  expect(screen.getByRole('button', { name: 'Send' })).toHaveProperty('disabled', true);
  expect(field('Name of the business')).toHaveProperty('value', 'Corner Café');
});

test('the user chooses an address from suggested places, and a point on the map', async () => {
  configured();
  const asked: (string | null)[] = [];
  network.use(
    http.get(paths.placeSearch, ({ request }) => {
      asked.push(new URL(request.url).searchParams.get('q'));
      return HttpResponse.json({
        places: [{ name: '5 W Lake St, Chicago', lat: 41.8857, lng: -87.6281 }],
      });
    }),
  );
  const { user } = await openApp('/gogoHost/form');
  await user.type(await screen.findByRole('textbox', { name: 'Address' }), '5 W Lake');
  await user.click(await screen.findByRole('button', { name: '5 W Lake St, Chicago' }));
  expect(field('Address')).toHaveProperty('value', '5 W Lake St, Chicago');
  await screen.findByText('Place chosen: 41.88570, -87.62810');
  expect(asked).toEqual(['5 W Lake']);
  // The pressed button no longer exists, so the focus moves to the button that changes the place.
  expect(document.activeElement?.textContent).toBe('Change place');

  await user.click(screen.getByRole('button', { name: 'Remove place' }));
  expect(screen.queryByText(/Place chosen/)).toBeNull();
  expect(document.activeElement?.textContent).toBe('Choose on the map');
  await user.click(screen.getByRole('button', { name: 'Choose on the map' }));
  await screen.findByRole('group', { name: /Arrow keys move it/ });
  await user.click(screen.getByRole('button', { name: 'Use this place' }));
  await screen.findByText('Place chosen: 41.87810, -87.62980');
  expect(document.activeElement?.textContent).toBe('Change place');
});
