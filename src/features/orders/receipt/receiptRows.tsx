import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Order } from '../../../../contract/orders.ts';
import { pausedTimeOf, readPauses } from '../../../../contract/rules/pricing/pauses.ts';
import { reachedCap } from '../../../../contract/rules/pricing/pricing.ts';
import { useServerNow } from '../../../api/serverClock.ts';
import { formatMoney } from '../../../../contract/rules/format/money.ts';
import { DateTime } from '../../../ui/display/DateTime.tsx';
import { Link } from '../../../ui/link/Link.tsx';
import { Money } from '../../../ui/display/Money.tsx';
import { orderPhase } from '../orderPhase.ts';
import { shownLines, type ShownLine } from '../../../../contract/rules/pricing/supportParts.ts';
import { paidParts } from '../../../../contract/rules/pricing/paidParts.ts';
import { runningCostOf } from '../running/runningCost.ts';
import { useStoppedAt } from '../running/waitingClaim.ts';
import { useOrderTexts } from '../useOrderTexts.ts';

export interface ReceiptRow {
  label: string;
  value: ReactNode;
  strong?: boolean;
}

/** The parts of a receipt in their order: the rental, the bill, and the payments. */
export interface ReceiptRows {
  rental: ReceiptRow[];
  bill: ReceiptRow[];
  paid: ReceiptRow[];
}

/**
 * Returns the rows of a receipt. `linked`: whether the names of stations are links. Pass false for
 * an image, because an image cannot contain links.
 */
export function useReceiptRows(order: Order, linked = false): ReceiptRows {
  const { t } = useTranslation('orders');
  const texts = useOrderTexts();
  const now = useServerNow(10_000);
  const stoppedAt = useStoppedAt(order);
  const { startedAt, returnedAt, foundAt, tariff } = order;
  const backAt = returnedAt ?? foundAt ?? null;
  const phase = orderPhase(order);
  const out = phase === 'out';

  const rental: ReceiptRow[] = [];
  if (startedAt !== null) {
    rental.push({ label: t(($) => $.receipt.pickUp), value: <DateTime value={startedAt} /> });
    rental.push({
      label: t(($) => $.receipt.return),
      value: backAt === null ? t(($) => $.receipt.notReturned) : <DateTime value={backAt} />,
    });
    const until = returnedAt === null ? (stoppedAt ?? now) : Date.parse(returnedAt);
    if (returnedAt !== null || out) {
      rental.push({
        label: t(($) => $.receipt.duration),
        value: texts.duration(Math.max(0, until - Date.parse(startedAt))),
      });
    }
    const paused = pausedTimeOf(order);
    if (paused > 0) {
      rental.push({ label: t(($) => $.receipt.paused), value: texts.duration(paused) });
    }
  }
  rental.push({ label: t(($) => $.receipt.rate), value: texts.rate(tariff) });
  rental.push({
    label: t(($) => $.receipt.station),
    value: <Station station={order.station} linked={linked} />,
  });
  if (order.returnStation !== null) {
    rental.push({
      label: t(($) => $.receipt.returnStation),
      value: <Station station={order.returnStation} linked={linked} />,
    });
  }
  const method = texts.method(order.paymentMethod);
  if (method !== null) rental.push({ label: t(($) => $.receipt.method), value: method });

  const bill: ReceiptRow[] = shownLines(order).map((line) => ({
    label: lineLabel(line),
    value: <Money value={line.amount} />,
  }));
  if (order.waived) {
    bill.push({
      label: t(($) => $.receipt.waived),
      value: <Money value={{ ...order.waived, amount: -order.waived.amount }} />,
    });
  }
  if (order.total !== null) {
    const owed = order.due.amount > 0;
    bill.push({
      label: owed ? t(($) => $.receipt.totalOwed) : t(($) => $.receipt.total),
      value: <Money value={order.total} size="large" />,
      strong: true,
    });
    if (owed && order.paid.amount > 0) {
      bill.push({ label: t(($) => $.receipt.paid), value: <Money value={order.paid} /> });
      bill.push({
        label: t(($) => $.receipt.due),
        value: <Money value={order.due} />,
        strong: true,
      });
    }
  } else if (out && startedAt !== null) {
    const { soFar } = runningCostOf(order, now, stoppedAt);
    bill.push({
      label: t(($) => $.receipt.soFar),
      value: <Money value={soFar} size="large" />,
      strong: true,
    });
  }

  return { rental, bill, paid: usePaidRows(order) };

  function lineLabel({ kind }: ShownLine): string {
    switch (kind) {
      case 'unlockFee':
        return t(($) => $.receipt.unlockFee);
      case 'usage':
        return isCapped(order)
          ? t(($) => $.receipt.usageCapped, {
              amount: formatMoney({ amount: tariff.cap, currency: tariff.currency }),
              duration: texts.hours(tariff.capMinutes),
            })
          : t(($) => $.receipt.usage);
      case 'overdueFee':
        return t(($) => $.receipt.overdueFee);
      case 'graceRefund':
        return t(($) => $.receipt.graceRefund, {
          duration: texts.duration(tariff.graceMinutes * 60_000),
        });
      case 'coupon':
        return t(($) => $.receipt.coupon);
      case 'faultyCharger':
        return t(($) => $.receipt.faultyCharger);
      case 'supportRefund':
        return t(($) => $.receipt.supportRefund);
      case 'supportWaiver':
        return t(($) => $.receipt.supportWaiver);
    }
  }
}

/** Whether the cap of the tariff reduced the bill. */
function isCapped({ tariff, startedAt, returnedAt, pauses }: Order): boolean {
  if (startedAt === null || returnedAt === null) return false;
  return reachedCap(tariff, Date.parse(startedAt), Date.parse(returnedAt), readPauses(pauses));
}

function Station({
  station: { name, id },
  linked,
}: {
  station: Order['station'];
  linked: boolean;
}) {
  return (
    <>
      {linked ? <Link to={`/home?equip_id=${id}`}>{name}</Link> : name} · <bdi>{id}</bdi>
    </>
  );
}

/**
 * Returns a row for each payment method and each part of GoCash, with the paid amount minus the
 * refunds. If a deposit was held, a final row shows what happened to that hold.
 */
function usePaidRows(order: Order): ReceiptRow[] {
  const { t } = useTranslation('orders');
  const texts = useOrderTexts();
  const rows = paidParts(order.payments).map(({ method, portion, amount }): ReceiptRow => {
    const name =
      portion === null
        ? texts.method(method)
        : portion === 'bonus'
          ? t(($) => $.receipt.goCashBonus)
          : t(($) => $.receipt.goCashTopUp);
    return { label: name ?? '', value: <Money value={amount} /> };
  });
  const deposit = order.payments.findLast(
    (payment) => payment.purpose === 'deposit' && wasHeld(payment),
  );
  if (deposit) {
    const label = deposit.includesUnlockFee
      ? t(($) => $.receipt.hold)
      : t(($) => $.receipt.holdDeposit);
    rows.push({ label, value: <Hold payment={deposit} /> });
  }
  return rows;
}

/**
 * Whether an amount was held. A hold that the bank has refused, or that waits for the bank or the cardholder, reserves
 * nothing on the card. A hold in the state `unknown` counts as held.
 */
function wasHeld({ state }: Order['payments'][number]): boolean {
  return state !== 'declined' && state !== 'requested' && state !== 'actionRequired';
}

function Hold({ payment }: { payment: Order['payments'][number] }) {
  const { t } = useTranslation('orders');
  const { authorized, captured, refunded } = payment;
  const released = {
    amount: authorized.amount - captured.amount,
    currency: authorized.currency,
  };
  const plain = ({ amount, currency }: typeof authorized) => formatMoney({ amount, currency });
  switch (payment.state) {
    case 'voided':
    case 'expired':
      return t(($) => $.receipt.released, { amount: plain(authorized) });
    case 'voiding':
      return t(($) => $.receipt.releasing, { amount: plain(authorized) });
    case 'refunding':
      return t(($) => $.receipt.refunding, { amount: plain(captured) });
    case 'captured':
    case 'refunded':
      if (refunded.amount > 0) {
        return refunded.amount >= captured.amount
          ? t(($) => $.receipt.refunded, { amount: plain(refunded) })
          : t(($) => $.receipt.takenRefunded, {
              taken: plain(captured),
              refunded: plain(refunded),
            });
      }
      return released.amount > 0
        ? t(($) => $.receipt.taken, { taken: plain(captured), released: plain(released) })
        : t(($) => $.receipt.takenWhole, { amount: plain(captured) });
    default:
      return t(($) => $.receipt.held, { amount: plain(authorized) });
  }
}
