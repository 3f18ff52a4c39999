import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Order } from '../../../../contract/orders.ts';
import { pausedTimeOf } from '../../../../contract/rules/pricing/pauses.ts';
import { Button, ButtonLink } from '../../../ui/button/Button.tsx';
import { CabinetPicture } from '../../../ui/display/CabinetPicture.tsx';
import { DateTime } from '../../../ui/display/DateTime.tsx';
import { Facts } from '../../../ui/display/Facts.tsx';
import { Screen } from '../../../ui/screen/Screen.tsx';
import { useSlotPlace } from '../../../ui/display/useSlotPlace.ts';
import { UpdatedAt } from '../../../ui/display/UpdatedAt.tsx';
import { orderPhase } from '../orderPhase.ts';
import { useReceiptRows } from '../receipt/receiptRows.tsx';
import { StatusTag } from '../StatusTag.tsx';
import { StillChecking } from '../hold/StillChecking.tsx';
import styles from './ReturnedOrder.module.css';
import { UnpaidReason } from './UnpaidReason.tsx';
import { useOrderTexts } from '../useOrderTexts.ts';

export interface ReturnedOrderProps {
  order: Order;
  /** Whether the last request failed. */
  stale: boolean;
  menu: ReactNode;
  bell: ReactNode;
  payNow: ReactNode;
  /** Explains what happened to a claim that the server had not answered before the rental ended. */
  endedClaim: ReactNode;
  /** An offer for a rider who has returned the charger and paid. */
  offer: ReactNode;
  onSeen: () => void;
  seeing: boolean;
}

/** Home after the return or the loss: the total, and what the rider must still do. */
export function ReturnedOrder({
  order,
  stale,
  menu,
  bell,
  payNow,
  endedClaim,
  offer,
  onSeen,
  seeing,
}: ReturnedOrderProps) {
  const { t } = useTranslation(['orders', 'messages', 'common']);
  const phase = orderPhase(order);
  const lost = order.returnedAt === null;

  return (
    <Screen
      heading={lost ? t(($) => $.returned.lostHeading) : t(($) => $.messages.chargerReturned)}
      start={menu}
      end={bell}
      lead={lost ? t(($) => $.returned.lostText) : <WhereAndWhen order={order} />}
      footer={
        <>
          {payNow}
          {phase === 'complete' ? (
            <Button variant="action" busy={seeing} onClick={onSeen}>
              {t(($) => $.common.done)}
            </Button>
          ) : null}
          <ButtonLink to={`/history/detail?orderId=${order.id}`} variant="quiet">
            {t(($) => $.returned.viewReceipt)}
          </ButtonLink>
        </>
      }
    >
      {endedClaim}
      {phase === 'unpaid' ? <UnpaidReason order={order} /> : null}
      <ReturnedInto order={order} />
      {stale ? <UpdatedAt at={Date.parse(order.now)} /> : null}
      <StatusTag order={order} />
      <div className={styles['card']}>
        <Bill order={order} />
      </div>
      {phase === 'billing' ? <p>{t(($) => $.returned.billing)}</p> : null}
      {phase === 'paying' ? <StillChecking /> : null}
      {phase === 'complete' && order.returnedAt !== null ? offer : null}
    </Screen>
  );
}

function WhereAndWhen({ order }: { order: Order }) {
  return (
    <p>
      {order.returnStation === null ? null : `${order.returnStation.name} · `}
      {order.returnedAt === null ? null : <DateTime value={order.returnedAt} />}
    </p>
  );
}

/** The slot into which the charger was returned, with a picture of the cabinet. */
function ReturnedInto({ order: { returnStation, returnSlot } }: { order: Order }) {
  const { t } = useTranslation('orders');
  const place = useSlotPlace(returnStation ?? {}, returnSlot);
  if (returnStation === null || returnSlot === null) return null;
  return (
    <div className={styles['into']}>
      <div data-travels>
        <CabinetPicture cabinet={returnStation} slot={returnSlot} />
      </div>
      <p>
        {place === null
          ? t(($) => $.returned.slot, { slot: returnSlot })
          : t(($) => $.returned.slotPlace, { slot: returnSlot, place })}
      </p>
    </div>
  );
}

function Bill({ order }: { order: Order }) {
  const { t } = useTranslation('orders');
  const texts = useOrderTexts();
  const { startedAt, returnedAt } = order;
  const { bill } = useReceiptRows(order);
  const rows = [];
  if (startedAt !== null && returnedAt !== null) {
    rows.push({
      label: t(($) => $.receipt.duration),
      value: texts.duration(Date.parse(returnedAt) - Date.parse(startedAt)),
    });
  }
  const paused = pausedTimeOf(order);
  if (paused > 0) rows.push({ label: t(($) => $.receipt.paused), value: texts.duration(paused) });
  rows.push({ label: t(($) => $.receipt.rate), value: texts.rate(order.tariff) });
  // Show these lines, because they explain the total. For example, a rental of one minute may cost
  // the unlock fee and the price of a whole hour.
  return <Facts rows={[...rows, ...bill]} />;
}
