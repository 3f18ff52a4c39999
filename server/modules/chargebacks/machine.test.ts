import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ChargebackMovement, ChargebackStage } from '../../providers/payments/provider.ts';
import { followReport, newRecord, type ChargebackRecord } from './machine.ts';

interface Report {
  stage: ChargebackStage;
  movements: ChargebackMovement[];
  currency: string;
}

const fee = (amount: number) => ({ amount, currency: 'USD' });

/**
 * Possible histories of a chargeback. Each step has the new stage, and the movement of money that follows the change of
 * the stage.
 */
const histories: [ChargebackStage, ChargebackMovement['kind'] | null][][] = [
  [['inquiry', null]],
  [
    ['inquiry', null],
    ['inquiryAnswered', null],
    ['inquiryClosed', null],
  ],
  [
    ['inquiry', null],
    ['inquiryAnswered', null],
    ['needsEvidence', 'withdrawn'],
    ['lost', null],
  ],
  [
    ['needsEvidence', 'withdrawn'],
    ['evidenceSent', null],
    ['won', 'reinstated'],
  ],
  [
    ['needsEvidence', 'withdrawn'],
    ['evidenceSent', null],
    ['lost', null],
  ],
  [
    ['needsEvidence', 'withdrawn'],
    ['lost', null],
  ],
  [
    ['needsEvidence', 'withdrawn'],
    ['won', 'reinstated'],
    ['lost', 'withdrawn'],
  ],
  [
    ['needsEvidence', 'withdrawn'],
    ['lost', null],
    ['lost', 'reinstated'],
  ],
  [
    ['needsEvidence', null],
    ['refunded', null],
  ],
];

/** All reports that the provider could give during a history. */
function reportsOf(history: (typeof histories)[number], amount: number): Report[] {
  const movements: ChargebackMovement[] = [];
  const reports: Report[] = [];
  for (const [step, [stage, kind]] of history.entries()) {
    // The stage changes first, and the money moves a little later.
    reports.push({ stage, movements: [...movements], currency: 'USD' });
    if (kind) movements.push({ id: `txn_${step}`, kind, amount, fee: fee(step === 0 ? 1500 : 0) });
    reports.push({ stage, movements: [...movements], currency: 'USD' });
  }
  return reports;
}

function follow(reports: readonly Report[]) {
  const balances = new Map<string, number>();
  const keys = new Set<string>();
  let record: ChargebackRecord = newRecord;
  for (const report of reports) {
    const followed = followReport({ id: '1', payment_id: 'p1' }, record, report);
    record = followed.record;
    for (const { key, entries } of followed.bookings) {
      expect(keys.has(key)).toBe(false);
      keys.add(key);
      for (const { debit, credit, amount } of entries) {
        expect(amount).toBeGreaterThan(0);
        balances.set(debit, (balances.get(debit) ?? 0) + amount);
        balances.set(credit, (balances.get(credit) ?? 0) - amount);
      }
    }
  }
  const held = [...balances].filter(([, amount]) => amount !== 0);
  return { state: record.state, balances: Object.fromEntries(held) };
}

test('any order and number of reports ends in the same state and the same balances', () => {
  const seen = fc
    .record({
      history: fc.constantFrom(...histories),
      amount: fc.integer({ min: 1, max: 100_000 }),
    })
    .chain(({ history, amount }) => {
      const reports = reportsOf(history, amount);
      return fc.record({
        reports: fc.constant(reports),
        // The order always contains the last report, because the server reads the chargeback again
        // after the webhook about the last change.
        order: fc
          .array(fc.integer({ min: 0, max: reports.length - 1 }), { maxLength: 12 })
          .chain((picks) =>
            fc.shuffledSubarray([...picks, reports.length - 1], {
              minLength: picks.length + 1,
            }),
          ),
      });
    });
  fc.assert(
    fc.property(seen, ({ reports, order }) => {
      const some = order.flatMap((index) => reports[index] ?? []);
      expect(follow(some)).toEqual(follow(reports));
    }),
  );
});

test('each history ends with the expected balances', () => {
  const ends = histories.map((history) => follow(reportsOf(history, 300)));
  const paid = { chargebackFees: 1500 };
  expect(ends).toEqual([
    { state: 'warned', balances: {} },
    { state: 'warningClosed', balances: {} },
    { state: 'lost', balances: { chargebackLosses: 300, clearing: -300 } },
    { state: 'won', balances: { ...paid, clearing: -1500 } },
    { state: 'lost', balances: { ...paid, chargebackLosses: 300, clearing: -1800 } },
    { state: 'lost', balances: { ...paid, chargebackLosses: 300, clearing: -1800 } },
    { state: 'lost', balances: { ...paid, chargebackLosses: 300, clearing: -1800 } },
    { state: 'lost', balances: { ...paid, clearing: -1500 } },
    { state: 'refunded', balances: {} },
  ]);
});

test.each<[ChargebackRecord['state'], ChargebackStage, ChargebackRecord['state'], boolean]>([
  ['won', 'lost', 'lost', true],
  ['warningClosed', 'needsEvidence', 'opened', true],
  ['lost', 'won', 'lost', true],
  ['won', 'evidenceSent', 'won', true],
  ['lost', 'lost', 'lost', false],
  ['opened', 'lost', 'lost', false],
  ['opened', 'other', 'opened', true],
  ['evidenceSent', 'needsEvidence', 'evidenceSent', false],
])(
  'after %s, a report of %s leads to %s, and support is needed: %s',
  (before, stage, state, person) => {
    const report = { stage, movements: [], currency: 'USD' };
    const followed = followReport(
      { id: '1', payment_id: 'p1' },
      { ...newRecord, state: before },
      report,
    );
    expect([followed.record.state, followed.needsPerson]).toEqual([state, person]);
  },
);
