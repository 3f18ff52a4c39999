import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Order } from '../../../contract/orders.ts';
import type { OrderPayment, PaymentStep } from '../../../contract/payment.ts';
import { fillPath, paths } from '../../../contract/paths.ts';
import { fakeNetwork, network, problem } from '../../testing/fakeNetwork.ts';
import { forgetVisit, openApp } from '../../testing/openApp.tsx';
import { makeOrder, makeHold, makePayment, makeReturned, usd } from '../../testing/orders.ts';
import { startTexts } from '../../testing/texts.ts';

beforeAll(() => startTexts());
beforeEach(forgetVisit);
fakeNetwork();

/**
 * The return is on a Friday, because the days until a refund are business days and exclude
 * weekends.
 */
const returned = '2026-11-20T18:00:00.000Z';
const taken = '2026-11-20T16:18:00.000Z';
const nextDay = '2026-11-21T18:00:00.000Z';
const goCash = { kind: 'goCash', brand: '', last4: '', label: null } as const;

/**
 * The path of only this order. The path with `:id` would also match the address of the event
 * stream.
 */
const orderPath = fillPath(paths.order, { id: makeOrder().id });

const step = (name: PaymentStep['step'], amount: number, at = returned): PaymentStep => ({
  step: name,
  amount: usd(amount),
  at,
});

const unlockFee = {
  ...makePayment('unlockFee', 'captured', 100, 100),
  steps: [step('placed', 100, taken), step('captured', 100, taken)],
};
const deposit = {
  ...makePayment('deposit', 'captured', 2000, 200),
  steps: [step('placed', 2000, taken), step('captured', 200), step('released', 1800)],
};

function orderOf(payments: OrderPayment[], changes: Partial<Order> = {}): Order {
  return makeReturned({
    startedAt: taken,
    returnedAt: returned,
    now: nextDay,
    payments,
    ...changes,
  });
}

async function openReceipt(order: Order) {
  network.use(http.get(orderPath, () => HttpResponse.json(order)));
  const opened = await openApp(`/history/detail?orderId=${order.id}`, 'rider');
  await screen.findByRole('heading', { level: 2, name: 'Step by step' });
  return opened;
}

const entriesOf = (name: string) => {
  const card = screen.getByRole('heading', { level: 3, name }).parentElement?.parentElement;
  if (!card) throw new Error(`no card ${name}`);
  return within(card)
    .getAllByRole('listitem')
    .map((item) => item.textContent);
};

test('the total is beside the status of a complete order, and not of an unpaid one', async () => {
  const { unmount } = await openReceipt(orderOf([unlockFee, deposit]));
  const outcome = (status: string) => screen.getByText(status).parentElement?.textContent;
  expect(outcome('Complete')).toMatch(/^Complete.*\$/);
  unmount();
  await openReceipt(
    orderOf([unlockFee, deposit], { state: 'unpaid', status: 'unpaid', due: usd(200) }),
  );
  expect(outcome('Unpaid')).toBe('Unpaid');
});

test('the heading of the hold of a rental names the unlock fee and the deposit', async () => {
  await openReceipt(orderOf([{ ...deposit, ...makeHold('captured', 300), steps: [] }]));
  expect(entriesOf('Unlock fee and deposit').slice(0, 2)).toEqual([
    expect.stringMatching(/^\$3\.00 charged/),
    expect.stringMatching(/^\$18\.00 released/),
  ]);
  expect(screen.queryByRole('heading', { name: 'Deposit' })).toBeNull();
});

test('two holds of an earlier version are shown step by step, with the next step of the bank', async () => {
  await openReceipt(orderOf([unlockFee, deposit]));
  expect(entriesOf('Unlock fee')).toEqual([
    '$1.00 heldNov 20, 2026, 10:18\u00A0AM',
    '$1.00 chargedNov 20, 2026, 10:18\u00A0AM',
  ]);
  const entries = entriesOf('Deposit');
  expect(entries.slice(0, 3)).toEqual([
    '$20.00 heldNov 20, 2026, 10:18\u00A0AM',
    '$2.00 chargedNov 20, 2026, 12:00\u00A0PM',
    '$18.00 releasedNov 20, 2026, 12:00\u00A0PM',
  ]);
  expect(entries[3]).toContain('Expected to be available between Nov 23, 2026 and Dec 4, 2026');
  expect(entries[3]).toContain('1–10 business days');
  expect(entries[3]).toContain(
    "If you don't see it by Dec 11, 2026, after 15 business days, contact support.",
  );
  expect(screen.getByRole('link', { name: 'Call +1 312 555 0100' })).toHaveProperty(
    'href',
    'tel:+13125550100',
  );
});

test('a refund that is missing after fifteen business days leads to support', async () => {
  await openReceipt(orderOf([deposit], { now: '2026-12-12T18:00:00.000Z' }));
  const entries = entriesOf('Deposit');
  expect(entries[3]).toContain('more than 15 business days ago');
  expect(entries[3]).not.toContain('Expected');
});

test('a refund that failed later shows the failure instead of a date of the bank, until support repeats the refund', async () => {
  const steps = [
    step('placed', 2000, taken),
    step('captured', 2000),
    { ...step('refunded', 1700), failedAt: nextDay },
  ];
  const failed = { ...makePayment('deposit', 'captured', 2000, 2000), steps };
  const { unmount } = await openReceipt(orderOf([failed]));
  const entry =
    'Your refund of $17.00 did not arrive. Support takes care of it.Nov 21, 2026, 12:00\u00A0PM';
  expect(entriesOf('Deposit').slice(2)).toEqual([entry]);
  unmount();
  const repeated = { ...failed, steps: [...steps, step('refunded', 1700, nextDay)] };
  await openReceipt(orderOf([repeated]));
  expect(entriesOf('Deposit').slice(2)).toEqual([
    entry,
    '$17.00 refundedNov 21, 2026, 12:00\u00A0PM',
    expect.stringContaining('Expected to be available between'),
  ]);
});

test('for an active hold, the receipt shows that nothing was charged', async () => {
  const standing = {
    ...makePayment('deposit', 'authorized', 2000),
    steps: [step('placed', 2000, taken)],
  };
  await openReceipt(makeOrder({ payments: [unlockFee, standing] }));
  expect(entriesOf('Deposit')[1]).toContain('Held. You pay when you return: only what is due.');
});

test.each([
  ['voiding', 'Being released'],
  ['refunding', 'Being refunded'],
  ['capturing', 'Being charged'],
  ['unknown', "Waiting for your bank's answer"],
] as const)('while a payment is %s, its last entry shows this state', async (state, words) => {
  await openReceipt(orderOf([{ ...makePayment('deposit', state, 2000), steps: [] }]));
  expect(entriesOf('Deposit').at(-1)).toBe(words);
});

test('GoCash and card have separate steps, and a GoCash refund is immediate', async () => {
  const wallet: OrderPayment = {
    ...makePayment('usage', 'captured', 300, 300, 40),
    method: goCash,
    fromBonus: usd(120),
    steps: [step('placed', 300), step('captured', 300), step('refunded', 40)],
  };
  await openReceipt(orderOf([unlockFee, wallet]));
  const value = (label: string) =>
    screen.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent;
  expect(screen.getAllByText('Visa ending 4242', { selector: 'dt' })).toHaveLength(1);
  expect(value('GoCash top-up')).toContain('$1.80');
  expect(value('GoCash bonus')).toContain('$0.80');
  const entries = entriesOf('Usage');
  expect(entries.map((entry) => entry?.replace(/Nov.*/, ''))).toEqual([
    '$3.00 set aside',
    '$3.00 paid',
    '$0.40 refunded',
    'Back in your GoCash at once',
  ]);
});

test('a dispute is sent again with the same key after an error, and the receipt shows it', async () => {
  let order = orderOf([unlockFee, deposit]);
  const sent: { key: string | null; body: unknown }[] = [];
  network.use(
    http.get(orderPath, () => HttpResponse.json(order)),
    http.post(paths.dispute, async ({ request }) => {
      sent.push({ key: request.headers.get('idempotency-key'), body: await request.json() });
      if (sent.length === 1) return problem('serverError');
      order = {
        ...order,
        now: '2026-11-21T18:05:00.000Z',
        dispute: {
          reason: 'alreadyReturned',
          state: 'open',
          openedAt: nextDay,
          answeredAt: null,
          refunded: null,
        },
      };
      return HttpResponse.json(order);
    }),
  );
  const { user } = await openApp(`/history/detail?orderId=${order.id}`, 'rider');
  await user.click(await screen.findByRole('link', { name: 'Report a problem with this charge' }));
  await screen.findByRole('heading', { level: 1, name: 'Report a problem' });
  await screen.findByText('Order R-7K3M-92QF, $3.00 charged');
  await user.click(screen.getByRole('button', { name: 'Send report' }));
  await screen.findByText('Choose what is wrong.');
  expect(sent).toEqual([]);

  await user.click(screen.getByRole('radio', { name: 'I returned the charger earlier' }));
  await user.type(screen.getByRole('textbox', { name: /What happened/ }), ' At noon. ');
  await user.click(screen.getByRole('button', { name: 'Send report' }));
  await screen.findByText('Server error');
  await user.click(screen.getByRole('button', { name: 'Send report' }));
  await screen.findByText(/You reported a problem on Nov 21, 2026, 12:00 PM/);
  expect(window.location.pathname).toBe('/history/detail');
  expect(screen.queryByRole('link', { name: 'Report a problem with this charge' })).toBeNull();
  expect(sent).toHaveLength(2);
  expect(sent[0]?.key).toBe(sent[1]?.key);
  expect(sent[1]?.body).toEqual({ reason: 'alreadyReturned', note: 'At noon.' });
});

test('a card number in the note is refused, with a message at the note', async () => {
  const order = orderOf([unlockFee, deposit]);
  network.use(
    http.get(orderPath, () => HttpResponse.json(order)),
    http.post(paths.dispute, () => problem('invalidInput')),
  );
  const { user } = await openApp(`/history/detail/problem?orderId=${order.id}`, 'rider');
  await user.click(await screen.findByRole('radio', { name: 'The amount is wrong' }));
  await user.click(screen.getByRole('button', { name: 'Send report' }));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toBe('This looks like a card number. Please remove it.');
});

test.each([
  ['refunded', usd(150), 150, /Support refunded \$1\.50 on Nov 21, 2026, 12:00 PM/],
  // The rider paid no more than the total, so nothing is refunded.
  [
    'refunded',
    usd(150),
    300,
    /Support waived \$1\.50 on Nov 21, 2026, 12:00 PM\. You no longer owe/,
  ],
  ['rejected', null, 300, /The charge does not change\./],
] as const)(
  'a dispute that was %s (%o, total %i) shows its result, and no second dispute can be opened',
  async (state, refunded, total, words) => {
    const dispute = {
      reason: 'other',
      state,
      openedAt: returned,
      answeredAt: nextDay,
      refunded,
    } as const;
    const paid = { ...deposit, refunded: usd(300 - total) };
    const order = orderOf([unlockFee, paid], { dispute, total: usd(total) });
    await openReceipt(order);
    await screen.findByText(words);
    expect(screen.queryByRole('link', { name: 'Report a problem with this charge' })).toBeNull();
    // The rider can still report another problem.
    expect(screen.getByRole('link', { name: 'Report something else' })).toBeDefined();
  },
);

describe('a dispute whose refund', () => {
  const dispute = {
    reason: 'other',
    state: 'refunded',
    openedAt: returned,
    answeredAt: nextDay,
    refunded: usd(150),
  } as const;
  const done = step('refunded', 150, nextDay);
  const failed = { ...done, failedAt: '2026-11-22T18:00:00.000Z' };
  const repeated = step('refunded', 150, '2026-11-23T18:00:00.000Z');
  const open = (changed: Partial<OrderPayment>, refunds: PaymentStep[]) =>
    openReceipt(
      orderOf([unlockFee, { ...deposit, ...changed, steps: [...deposit.steps, ...refunds] }], {
        dispute,
        total: usd(150),
      }),
    );

  test.each([
    ['was refused', []],
    ['failed later', [failed]],
  ])('%s shows the failure', async (_, refunds) => {
    await open({}, refunds);
    await screen.findByText(
      'On Nov 21, 2026, 12:00 PM, support decided to refund $1.50. The refund failed. Support sees this and takes care of it.',
    );
    expect(screen.queryByText(/Support refunded/)).toBeNull();
  });

  test.each([
    ['is in progress', { state: 'refunding' }, []],
    ['was repeated', { refunded: usd(150) }, [failed, repeated]],
  ] as const)('%s shows no failure', async (_, changed, refunds) => {
    await open(changed, [...refunds]);
    await screen.findByText(/Support refunded \$1\.50/);
    expect(screen.queryByText(/The refund failed/)).toBeNull();
  });
});

test('the receipt of a bill that support waived names no refund', async () => {
  const lines: Order['lines'] = [
    { kind: 'usage', amount: usd(300) },
    { kind: 'supportRefund', amount: usd(-300) },
  ];
  const failed = {
    ...makePayment('unlockFee', 'voided', 300, 0),
    steps: [step('placed', 300, taken), step('released', 300)],
  };
  await openReceipt(orderOf([failed], { lines, total: usd(0), paid: usd(0) }));
  await screen.findByText('Waived by support');
  expect(screen.queryByText('Refund from support')).toBeNull();
});

test('an order without a charge cannot be disputed', async () => {
  const order = orderOf([deposit], { total: usd(0), paid: usd(0) });
  network.use(http.get(orderPath, () => HttpResponse.json(order)));
  await openApp(`/history/detail/problem?orderId=${order.id}`, 'rider');
  await screen.findByRole('heading', { level: 1, name: 'Order receipt' });
  expect(screen.queryByRole('link', { name: 'Report a problem with this charge' })).toBeNull();
  // The rider can still report a problem.
  expect(screen.getByRole('link', { name: 'Report a problem' })).toBeDefined();
});
