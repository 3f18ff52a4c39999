import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { fillPath, paths } from '../../../contract/paths.ts';
import type { Report } from '../../../contract/support.ts';
import { fakeNetwork, network, problem } from '../../testing/fakeNetwork.ts';
import { forgetVisit, openApp } from '../../testing/openApp.tsx';
import { makeOrder, usd } from '../../testing/orders.ts';
import { rider } from '../../testing/rider.ts';
import { startTexts } from '../../testing/texts.ts';

// jsdom cannot decode pictures. With this mock, the text of the QR code in a photo is the file name
// of the photo.
vi.mock('../../features/scan/qrDecoder.ts', () => ({
  QrDecoder: {
    load: async () => ({ readPhoto: async ({ name }: File) => name, close: () => undefined }),
  },
}));

beforeAll(() => startTexts());
beforeEach(forgetVisit);
fakeNetwork();

const order = makeOrder();
const report: Report = {
  id: 'd3f1c1a2-5d35-4f9e-9a57-0d4d0f1a0009',
  number: 'C-7K3M-29QX',
  kind: 'cannotReturn',
  note: 'Full.',
  order: { id: order.id, number: order.number },
  station: { id: order.station.id, name: order.station.name },
  createdAt: '2026-11-21T18:00:00.000Z',
  answer: null,
  answeredAt: null,
};

const send = () => screen.getByRole('button', { name: 'Send report' });

/** Refuses the first reports with these problems, and accepts all later reports. */
function acceptReports(...refusals: ReturnType<typeof problem>[]) {
  const sent: { body: unknown; key: string | null }[] = [];
  network.use(
    http.post(paths.supportReports, async ({ request }) => {
      sent.push({ body: await request.json(), key: request.headers.get('idempotency-key') });
      return refusals.shift() ?? HttpResponse.json(report, { status: 201 });
    }),
  );
  return sent;
}

function serveOrder(served = order) {
  network.use(
    http.get(fillPath(paths.order, { id: served.id }), () => HttpResponse.json(served)),
    http.get(paths.currentOrder, () => HttpResponse.json({ order: served })),
  );
}

test('a report about an order is sent again with the same key after an error, and gets a number @slow', async () => {
  serveOrder();
  const sent = acceptReports(problem('serverError'));
  const { user } = await openApp(`/help/report?orderId=${order.id}`, 'rider');
  await screen.findByRole('heading', { level: 1, name: 'Report a problem' });
  await user.click(send());
  await screen.findByText('Choose what is wrong.');
  expect(sent).toEqual([]);

  await user.click(screen.getByRole('radio', { name: 'The charger does not charge' }));
  await user.type(screen.getByRole('textbox', { name: /What happened/ }), ' <b>dead</b> ');
  await user.click(send());
  await screen.findByText('Server error');
  await user.click(send());
  await screen.findByRole('heading', {
    level: 1,
    name: 'We have your report: case C-7K3M-29QX',
  });
  expect(sent).toHaveLength(2);
  expect(sent[0]?.key).toBe(sent[1]?.key);
  expect(sent[1]?.body).toEqual({
    kind: 'doesNotCharge',
    note: '<b>dead</b>',
    orderId: order.id,
  });
});

test('without an order in the address, the current order is attached, the rider can remove it, and the station ID is checked', async () => {
  serveOrder();
  const sent = acceptReports();
  const { user } = await openApp('/help/report', 'rider');
  const attached = await screen.findByRole('switch', {
    name: /^Attach order R-7K3M-92QF/,
  });
  expect(attached).toHaveProperty('checked', true);
  await user.click(attached);
  await user.click(screen.getByRole('radio', { name: "I can't return the charger" }));
  const field = screen.getByRole('textbox', { name: /Station ID/ });
  await user.type(field, 'ABCDEF2');
  await user.click(send());
  await screen.findByText('Enter correct station ID.');
  expect(sent).toEqual([]);
  await user.clear(field);
  await user.click(send());
  await screen.findByRole('heading', { level: 1, name: /^We have your report/ });
  expect(sent.map(({ body }) => body)).toEqual([{ kind: 'cannotReturn', note: '' }]);
});

test('a report about a charger asks for its number, and removes the spaces that the rider types', async () => {
  serveOrder();
  const sent = acceptReports();
  const { user } = await openApp(`/help/report?orderId=${order.id}`, 'rider');
  await user.click(await screen.findByRole('radio', { name: 'Something else' }));
  expect(screen.queryByRole('textbox', { name: /Number on the charger/ })).toBeNull();
  await user.click(screen.getByRole('radio', { name: 'The charger does not charge' }));
  expect(await screen.findByRole('button', { name: 'Scan a code' })).toBeDefined();
  const field = screen.getByRole('textbox', { name: /Number on the charger/ });
  await user.type(field, 'Ñ-1042');
  await user.click(send());
  await screen.findByText(
    /^Type the letters and digits next to the QR code, such as PB-\u2060P94ZAD\.$/,
  );
  expect(sent).toEqual([]);
  await user.clear(field);
  await user.type(field, ' PB - 1042 ');
  await user.click(send());
  await screen.findByRole('heading', { level: 1, name: /^We have your report/ });
  expect(sent.map(({ body }) => body)).toEqual([
    { kind: 'doesNotCharge', note: '', orderId: order.id, charger: 'PB-1042' },
  ]);
});

test('the focus moves to the opened scanner and to the field of the scanned code, and a report about a charger contains the scanned station', async () => {
  serveOrder();
  const sent = acceptReports();
  const { user } = await openApp(`/help/report?orderId=${order.id}`, 'rider');
  await user.click(await screen.findByRole('radio', { name: 'The charger does not charge' }));
  const scan = { name: 'Scan a code' };
  const close = { name: 'Close the camera' };
  await user.click(await screen.findByRole('button', scan));
  expect(screen.getByRole('button', close)).toBe(document.activeElement);
  await user.click(screen.getByRole('button', close));
  expect(screen.getByRole('button', scan)).toBe(document.activeElement);

  const read = async (text: string) => {
    await user.click(screen.getByRole('button', scan));
    const photo = new File([], text, { type: 'image/png' });
    await user.upload(screen.getByLabelText('Use a photo'), photo);
  };
  const field = (name: RegExp) => screen.findByRole('textbox', { name });
  await read('PB-1042');
  await screen.findByDisplayValue('PB-1042');
  expect(await field(/Number on the charger/)).toBe(document.activeElement);
  await read(order.station.id);
  await screen.findByDisplayValue(order.station.id);
  expect(await field(/Station ID/)).toBe(document.activeElement);
  await user.click(send());
  await screen.findByRole('heading', { level: 1, name: /^We have your report/ });
  expect(sent.map(({ body }) => body)).toEqual([
    {
      kind: 'doesNotCharge',
      note: '',
      orderId: order.id,
      stationId: order.station.id,
      charger: 'PB-1042',
    },
  ]);
});

test('a report of a wrong charge leads to the receipt of its order', async () => {
  serveOrder(makeOrder({ status: 'complete', state: 'complete', total: usd(300), paid: usd(300) }));
  const { user } = await openApp(`/help/report?orderId=${order.id}`, 'rider');
  await user.click(await screen.findByRole('radio', { name: 'I was charged wrongly' }));
  expect(screen.getByRole('link', { name: 'Report this charge' }).getAttribute('href')).toBe(
    `/history/detail/problem?orderId=${order.id}`,
  );
  expect(screen.queryByRole('button', { name: 'Send report' })).toBeNull();
  expect(screen.queryByRole('textbox')).toBeNull();
});

test('if no order is known, a report of a wrong charge leads to the history', async () => {
  network.use(http.get(paths.currentOrder, () => HttpResponse.json({ order: null })));
  const { user } = await openApp('/help/report', 'rider');
  await user.click(await screen.findByRole('radio', { name: 'I was charged wrongly' }));
  expect(screen.getByRole('link', { name: 'Choose the order' }).getAttribute('href')).toBe(
    '/history',
  );
});

test('the draft survives a refusal and a reload', async () => {
  serveOrder();
  acceptReports(problem('invalidInput'), problem('tooManyRequests'));
  const first = await openApp(`/help/report?orderId=${order.id}`, 'rider');
  await first.user.click(await screen.findByRole('radio', { name: 'Something else' }));
  await first.user.type(screen.getByRole('textbox'), 'my card is 4242');
  await first.user.click(send());
  await screen.findByText('This looks like a card number. Please remove it.');
  await first.user.click(send());
  await within(screen.getByRole('main')).findByText(/^Too many/);
  first.unmount();

  await openApp(`/help/report?orderId=${order.id}`, 'rider');
  expect(await screen.findByRole('textbox')).toHaveProperty('value', 'my card is 4242');
  expect(screen.getByRole('radio', { name: 'Something else' })).toHaveProperty('checked', true);
});

test('a draft is restored as soon as the rider is known', async () => {
  serveOrder();
  network.use(http.get(paths.me, () => HttpResponse.json(rider)));
  localStorage.setItem('sessionId', 'test-session-0123456789');
  const first = await openApp(`/help/report?orderId=${order.id}`);
  await first.user.type(await screen.findByRole('textbox'), 'The door is bent');
  first.unmount();

  await openApp(`/help/report?orderId=${order.id}`, 'rider');
  expect(await screen.findByRole('textbox')).toHaveProperty('value', 'The door is bent');
});

test('a draft from another page uses the station of the link until the rider types another station', async () => {
  network.use(http.get(paths.currentOrder, () => HttpResponse.json({ order: null })));
  const first = await openApp('/help/report', 'rider');
  await first.user.type(screen.getByRole('textbox', { name: /What happened/ }), 'Dark.');
  first.unmount();

  const sent = acceptReports();
  const { user, unmount } = await openApp(`/help/report?stationId=${order.station.id}`, 'rider');
  const station = () => screen.getByRole('textbox', { name: /Station ID/ });
  expect(station()).toHaveProperty('value', order.station.id);
  await user.click(screen.getByRole('radio', { name: 'The station is broken' }));
  await user.clear(station());
  expect(station()).toHaveProperty('value', '');
  unmount();
  await openApp(`/help/report?stationId=${order.station.id}`, 'rider');
  await screen.findByDisplayValue('Dark.');
  await user.click(send());
  await screen.findByRole('heading', { level: 1, name: /^We have your report/ });
  expect(sent[0]?.body).toEqual({
    kind: 'cabinetBroken',
    note: 'Dark.',
    stationId: order.station.id,
  });
});

test('guests must log in first', async () => {
  await openApp('/help/report');
  await screen.findByRole('heading', { level: 1, name: 'Log in' });
  expect(window.location.search).toBe('?next=%2Fhelp%2Freport');
});

test("reports are listed with support's answers, and an unknown kind from a newer server is shown as another problem", async () => {
  const answered = {
    ...report,
    id: 'd3f1c1a2-5d35-4f9e-9a57-0d4d0f1a0010',
    number: 'C-2222-3333',
    kind: 'somethingNew',
    order: null,
    answer: 'The cabinet is repaired.\nThank you.',
    answeredAt: '2026-11-22T18:00:00.000Z',
  };
  network.use(
    http.get(paths.supportReports, () => HttpResponse.json({ reports: [report, answered] })),
  );
  await openApp('/help/reports', 'rider');
  const [open, done] = await screen.findAllByRole('listitem');
  if (!open || !done) throw new Error('both are listed');
  expect(open.textContent).toContain("I can't return the charger");
  expect(open.textContent).toContain('Being checked');
  expect(within(open).getByRole('link', { name: 'Order R-7K3M-92QF' })).toBeDefined();
  expect(done.textContent).toContain('Something else');
  expect(done.textContent).toContain('The cabinet is repaired.\nThank you.');
});

test('a rider without reports sees a link to report a problem', async () => {
  network.use(http.get(paths.supportReports, () => HttpResponse.json({ reports: [] })));
  await openApp('/help/reports', 'rider');
  await screen.findByText('Nothing reported yet');
  const link = screen.getByRole('link', { name: 'Report a problem' });
  expect(link.getAttribute('href')).toBe('/help/report');
});
