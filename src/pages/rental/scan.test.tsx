import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { paths } from '../../../contract/paths.ts';
import { network, problem, fakeNetwork } from '../../testing/fakeNetwork.ts';
import { forgetVisit, openApp } from '../../testing/openApp.tsx';
import { station } from '../../testing/rider.ts';
import { startTexts } from '../../testing/texts.ts';

beforeAll(() => startTexts());
beforeEach(forgetVisit);
fakeNetwork();

const cameraTrouble =
  'The camera is unavailable or access was denied. Please enable the camera, or click OK and type the station ID.';
const theField = () => screen.findByLabelText('Enter station ID');

test('before the page requests the camera permission, it shows the field and explains the permission', async () => {
  await openApp('/home/scan');
  await screen.findByRole('heading', { level: 1, name: "Scan the station's code" });
  expect(document.title).toBe('Scan');
  await theField();
  expect(screen.getByText('Used only to read the QR code')).toBeDefined();
  expect(screen.queryByText(cameraTrouble)).toBeNull();
});

test('an empty id and a wrong id are refused with the text of the specification', async () => {
  const { user } = await openApp('/home/scan');
  const field = await theField();
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await screen.findByText('Enter station ID!');
  expect(document.activeElement).toBe(field);

  await user.type(field, 'ABCDEFG');
  expect(screen.queryByText('Enter station ID!')).toBeNull();
  await user.keyboard('{Enter}');
  await screen.findByText('Enter correct station ID.');
  expect(field.getAttribute('aria-invalid')).toBe('true');
});

test('a valid id that no station has is refused with the text of the specification', async () => {
  network.use(http.get(paths.station, () => problem('stationNotFound')));
  const { user } = await openApp('/home/scan');
  await user.type(await theField(), 'abc def v');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await screen.findByText('Enter correct station ID.');
  expect(window.location.pathname).toBe('/home/scan');
});

test('a typed id leads a rider directly to the price and the payment', async () => {
  network.use(
    http.get(paths.station, () => HttpResponse.json(station)),
    http.get(paths.paymentMethods, () => HttpResponse.json({ methods: [] })),
  );
  const { user } = await openApp('/home/scan', 'rider');
  await user.type(await theField(), 'abc-defv');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await screen.findByRole('heading', { level: 1, name: 'Unlock a charger' });
  expect(window.location.search).toBe(`?equip_id=${station.id}`);
});

test('without a camera, the prescribed message appears, and the focus moves to the field for the station ID', async () => {
  const { user } = await openApp('/home/scan');
  const field = await theField();
  await user.click(screen.getByRole('button', { name: 'Use camera' }));
  await screen.findByText(cameraTrouble);
  await waitFor(() => expect(document.activeElement).toBe(field));

  await user.click(screen.getByRole('button', { name: 'Try the camera again' }));
  await screen.findByText(cameraTrouble);
  await user.click(screen.getByRole('button', { name: 'OK' }));
  expect(document.activeElement).toBe(field);
});

test('a link with a wrong id opens the field with that id', async () => {
  await openApp('/home/scan?equip_id=NOSUCH1&invalid=1');
  const field = await screen.findByDisplayValue('NOSUCH1');
  await screen.findByText('Enter correct station ID.');
  expect(document.activeElement).toBe(field);
});
