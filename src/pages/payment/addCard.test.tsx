import { act, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { paths } from '../../../contract/paths.ts';
import type { Station } from '../../../contract/stations.ts';
import { guestCardPath } from '../../features/payment/cardPath.ts';
import { stationsApi } from '../../features/stations/stationsApi.ts';
import { network, problem, fakeNetwork } from '../../testing/fakeNetwork.ts';
import { cardForm, issuer } from '../../testing/cardForm.ts';
import { playFrame } from '../../testing/issuer.ts';
import { forgetVisit, openApp } from '../../testing/openApp.tsx';
import { mastercard, station, visa } from '../../testing/rider.ts';
import { startTexts } from '../../testing/texts.ts';

const unlock = `/payment/unlockChanger?equip_id=${station.id}`;
const addCard = `/payment/unlockChanger/addNewCard?next=${encodeURIComponent(unlock)}`;

beforeAll(() => startTexts());
beforeEach(() => {
  forgetVisit();
  network.use(
    http.get(paths.cardForm, () => HttpResponse.json(cardForm())),
    http.get(paths.paymentMethods, () => HttpResponse.json({ methods: [visa] })),
    http.get(paths.station, () => HttpResponse.json(station)),
  );
});
fakeNetwork();

const playForm = () => playFrame(/Card details/);

function additions(answer: () => Response) {
  const seen: { key: string | null; body: unknown }[] = [];
  network.use(
    http.post(paths.paymentMethods, async ({ request }) => {
      seen.push({ key: request.headers.get('idempotency-key'), body: await request.json() });
      return answer();
    }),
  );
  return seen;
}

const token = { type: 'token', token: 'tok_0123456789', brand: 'mastercard', last4: '4444' };

test('the app saves the card of a token and returns to the payment', async () => {
  const seen = additions(() => HttpResponse.json(mastercard, { status: 201 }));
  const { user } = await openApp(addCard, 'rider');
  const { frame, received, send } = await playForm();
  expect(document.title).toBe('Add new Card');
  const address = new URL(frame.src);
  expect(address.origin + address.pathname).toBe(`${issuer}/card-form`);
  expect(address.searchParams.get('origin')).toBe(window.location.origin);
  send({ type: 'height', px: 260 });
  expect(frame.style.blockSize).toBe('260px');

  await user.type(screen.getByLabelText('ZIP code'), '60601');
  await user.click(screen.getByRole('switch', { name: 'Set as default' }));
  await user.click(screen.getByRole('button', { name: 'Add card' }));
  expect(received).toHaveBeenCalledWith({ type: 'submit' }, issuer);

  network.use(
    http.get(paths.paymentMethods, () => HttpResponse.json({ methods: [visa, mastercard] })),
  );
  send(token);
  await screen.findByRole('button', { name: 'Pay $1.00 and unlock' });
  expect(window.location.pathname + window.location.search).toBe(unlock);
  expect(seen.map(({ body }) => body)).toEqual([
    { token: token.token, country: 'US', postalCode: '60601', makeDefault: true },
  ]);
  const added = await screen.findByRole('radio', { name: 'Mastercard ending 4444' });
  expect(added).toHaveProperty('checked', true);
});

test('the app ignores messages from other windows', async () => {
  const seen = additions(() => HttpResponse.json(mastercard, { status: 201 }));
  const { user } = await openApp(addCard, 'rider');
  const { send } = await playForm();
  await user.type(screen.getByLabelText('ZIP code'), '60601');
  await user.click(screen.getByRole('button', { name: 'Add card' }));
  send(token, 'https://evil.example');
  act(() => {
    window.dispatchEvent(
      new MessageEvent('message', { data: token, origin: issuer, source: window }),
    );
  });
  expect(screen.getByRole('button', { name: 'Adding…' })).toBeDefined();
  expect(seen).toEqual([]);
});

test('two or more errors are summarised, and a single error is shown at its field', async () => {
  const { user } = await openApp(addCard, 'rider');
  const { send } = await playForm();
  await user.click(screen.getByRole('button', { name: 'Add card' }));
  send({ type: 'invalid', fields: 2 });
  const summary = screen.getByText('There are 3 things to correct');
  expect(document.activeElement?.contains(summary)).toBe(true);
  expect(screen.getByRole('button', { name: '2 card details need correcting.' })).toBeDefined();
  expect(screen.getByRole('button', { name: 'Enter your ZIP code.' })).toBeDefined();
  send({ type: 'changed', complete: true });
  expect(screen.getByText('There is 1 thing to correct')).toBeDefined();
  expect(screen.queryByRole('button', { name: '2 card details need correcting.' })).toBeNull();

  await user.click(screen.getByRole('button', { name: 'Add card' }));
  send(token);
  expect(screen.queryByText(/things to correct/)).toBeNull();
  const field = screen.getByLabelText('ZIP code');
  expect(document.activeElement).toBe(field);
  expect(screen.getByText('Enter your ZIP code.')).toBeDefined();
});

test('the rule for the postal code depends on the country', async () => {
  const { user } = await openApp(addCard, 'rider');
  await playForm();
  const country = screen.getByLabelText('Country or region');
  await user.selectOptions(country, 'CA');
  expect(screen.getByLabelText('Postal code').getAttribute('inputmode')).toBe('text');
  await user.selectOptions(country, 'HK');
  expect(screen.queryByLabelText('Postal code')).toBeNull();
});

test('after a declined card the typed text stays, and after a missing answer the same token is sent again', async () => {
  const refused = additions(() => problem('cardRejected'));
  const { user } = await openApp(addCard, 'rider');
  const { received, send } = await playForm();
  const zip = screen.getByLabelText('ZIP code');
  await user.type(zip, '60601');
  await user.click(screen.getByRole('button', { name: 'Add card' }));
  send(token);
  await screen.findByText(/This card couldn't be added/);
  expect(zip).toHaveProperty('value', '60601');

  const lost = additions(() => problem('paymentProviderUnavailable'));
  await user.click(screen.getByRole('button', { name: 'Add card' }));
  send({ ...token, token: 'tok_second_one' });
  await screen.findByText(/The payment service isn't answering/);
  expect(lost[0]?.key).not.toBe(refused[0]?.key);
  received.mockClear();

  const repeated = additions(() => HttpResponse.json(mastercard, { status: 201 }));
  await user.click(screen.getByRole('button', { name: 'Add card' }));
  await waitFor(() => expect(repeated).toEqual(lost));
  expect(received).not.toHaveBeenCalledWith({ type: 'submit' }, issuer);
});

test('a form that failed to load can be loaded again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  try {
    const { user } = await openApp(addCard, 'rider');
    await screen.findByTitle(/Card details/);
    await act(() => vi.advanceTimersByTimeAsync(8_000));
    await screen.findByText('The card form did not load.');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await playForm();
    expect(screen.getByRole('button', { name: 'Add card' })).toHaveProperty('disabled', false);
  } finally {
    vi.useRealTimers();
  }
});

test('a guest cannot pay at a station without a charger, and sees the station instead', async () => {
  network.use(http.get(paths.station, () => HttpResponse.json({ ...station, chargers: 0 })));
  await openApp(guestCardPath(station.id));
  await waitFor(() =>
    expect(window.location.pathname + window.location.search).toBe(`/home?equip_id=${station.id}`),
  );
});

test('outdated counts of a station do not redirect a guest to another page', async () => {
  const none = { ...station, chargers: 0 };
  network.use(
    http.get(paths.station, () => HttpResponse.json(none, { headers: { 'x-kept': 'slow' } })),
  );
  const first = await openApp(guestCardPath(station.id));
  await playForm();
  expect(window.location.pathname).toBe('/payment/unlockChanger/addNewCard');
  first.unmount();

  network.use(http.get(paths.station, () => HttpResponse.json(none)));
  const { store } = await openApp('/help');
  await store.dispatch(stationsApi.endpoints.getStation.initiate(station.id));
  let answer = (_counted: Station): void => undefined;
  const counted = new Promise<Station>((resolve) => {
    answer = resolve;
  });
  network.use(http.get(paths.station, async () => HttpResponse.json(await counted)));
  act(() => {
    window.history.pushState(null, '', guestCardPath(station.id));
    window.dispatchEvent(new PopStateEvent('popstate'));
  });
  await playForm();
  act(() => answer({ ...station, at: new Date().toISOString() }));
  await waitFor(() => {
    const { data } = stationsApi.endpoints.getStation.select(station.id)(store.getState());
    expect(data?.chargers).toBe(station.chargers);
  });
  expect(window.location.pathname).toBe('/payment/unlockChanger/addNewCard');
});
