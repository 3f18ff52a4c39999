import { Bell } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { menuIcon } from '../../../contract/rules/firstScreen/icons.ts';
import { stationPath } from '../../../contract/rules/firstScreen/stationTexts.ts';
import type { Order } from '../../../contract/orders.ts';
import { apiErrorCode } from '../../api/apiError.ts';
import { useServerNow } from '../../api/serverClock.ts';
import { selectIsSignedIn } from '../../features/auth/clientUserSlice.ts';
import { CurrentOrderHome } from '../../features/orders/running/CurrentOrderHome.tsx';
import { useStoppedAt } from '../../features/orders/running/waitingClaim.ts';
import { useOrderSeenMutation } from '../../features/orders/ordersApi.ts';
import { useGetReservationsQuery } from '../../features/reservations/reservationsApi.ts';
import { UnreadBell, useUnreadCount, useUnreadName } from '../../features/notifications/Unread.tsx';
import { moveSlot } from '../../lib/page/moveSlot.ts';
import { endUnlock } from '../../lib/storage/continueToPay.ts';
import { stepSeen } from '../../lib/storage/onboarding.ts';
import { ButtonLink } from '../../ui/button/Button.tsx';
import { ErrorBoundary } from '../../ui/feedback/ErrorBoundary.tsx';
import { IconLink } from '../../ui/button/IconButton.tsx';
import { element } from '../../ui/link/element.ts';
import { useToast } from '../../ui/feedback/messages.ts';
import { blockedBy } from '../home/blockedBy.ts';
import { LazyClaim, LazyEndedClaim } from './claim/LazyClaim.tsx';
import { LazyPayNow } from './LazyPayNow.tsx';
import { ChargingTip, TrackTip } from './RentalTips.tsx';
import { ReturnOffer } from './ReturnOffer.tsx';
import { RiderTextReceipt } from './RiderTextReceipt.tsx';

export interface HomeOrderProps {
  order: Order;
  /** Whether the last request for the order failed. */
  stale: boolean;
  /** The way to the nearest free slot. */
  radar: ReactNode;
  returnPlaces: ReactNode;
}

/** Limits a crash to this part. The current rental, or an unpaid order, must stay visible. */
const aside = (part: ReactNode) => <ErrorBoundary>{part}</ErrorBoundary>;

/** Home while the rider has a current order. */
export function HomeOrder({ order: current, stale, radar, returnPlaces }: HomeOrderProps) {
  const order = useShownOrder(current);
  const { t } = useTranslation(['orders', 'common', 'errors']);
  const toast = useToast();
  const [markSeen, { isLoading }] = useOrderSeenMutation();

  // A rider who has said that the charger is back needs no tip about the running time and the return.
  const isStopped = useStoppedAt(order) !== null;

  const isBlocking = blockedBy(order) !== undefined;

  // The unlock has become this order, so do not offer to continue the unlock.
  useEffect(() => {
    if (isBlocking) endUnlock();
  }, [isBlocking]);

  // A rider who has rented does not need the greeting of new users any more.
  const hasStarted = order.startedAt !== null;
  useEffect(() => {
    if (hasStarted) stepSeen('newUser');
  }, [hasStarted]);

  const isReturned = order.returnedAt !== null;
  const wasReturned = useRef(isReturned);
  useEffect(() => {
    if (isReturned && !wasReturned.current) toast(t(($) => $.returned.confirmed));
    wasReturned.current = isReturned;
  }, [isReturned, t, toast]);

  const seen = async () => {
    const { error } = await markSeen(order.id);
    if (error)
      toast(
        t(($) => $.errors[apiErrorCode(error)]),
        { tone: 'problem' },
      );
  };

  return (
    <CurrentOrderHome
      order={order}
      stale={stale}
      menu={<IconLink label={t(($) => $.common.menu)} icon={menuIcon(element)} to="/menu" />}
      bell={aside(<OrderBell />)}
      radar={aside(radar)}
      returnPlaces={aside(returnPlaces)}
      findReturnSlot={
        <ErrorBoundary fallback={<FindSlot isStopped={isStopped} />}>
          <SlotButton isStopped={isStopped} />
        </ErrorBoundary>
      }
      receipt={aside(<RiderTextReceipt />)}
      tips={
        isStopped
          ? { time: null, place: null }
          : { time: aside(<TrackTip isCostOld={stale} />), place: aside(<ChargingTip />) }
      }
      claim={aside(<LazyClaim order={order} />)}
      endedClaim={aside(<LazyEndedClaim current={order} />)}
      offer={aside(<ReturnOffer />)}
      payNow={<LazyPayNow order={order} />}
      onSeen={() => void seen()}
      seeing={isLoading}
    />
  );
}

interface FindSlotProps {
  /** Whether an open claim has stopped the clock. A rider who has said that the charger is back hardly needs a slot. */
  isStopped: boolean;
}

function FindSlot({ isStopped }: FindSlotProps) {
  const { t } = useTranslation('orders');
  return (
    <ButtonLink to="/search?for=return" variant={isStopped ? 'quiet' : 'spark'}>
      {t(($) => $.home.findSlot)}
    </ButtonLink>
  );
}

/** Leads to the station of the reserved slot, or to the search for a free slot. */
function SlotButton({ isStopped }: FindSlotProps) {
  const { t } = useTranslation('orders');
  const isSignedIn = useSelector(selectIsSignedIn);
  const { data } = useGetReservationsQuery(undefined, { skip: !isSignedIn });
  const now = useServerNow(5_000);
  const slot = data?.slot ?? null;
  if (slot === null || Date.parse(slot.expiresAt) <= now) return <FindSlot isStopped={isStopped} />;
  return (
    <ButtonLink to={stationPath(slot.stationId)} variant="spark">
      {t(($) => $.home.reservedSlot)}
    </ButtonLink>
  );
}

/**
 * Returns the order to show. After a return, this is still the running order until the drawn slot begins to move to its
 * position on the screen of the returned order.
 */
function useShownOrder(current: Order): Order {
  const [shown, show] = useState(current);
  const isReturn =
    shown.id === current.id && shown.returnedAt === null && current.returnedAt !== null;
  useEffect(() => {
    if (isReturn) moveSlot(() => show(current));
  }, [isReturn, current]);
  if (!isReturn && shown !== current) show(current);
  return isReturn ? shown : current;
}

function OrderBell() {
  const unread = useUnreadCount(true);
  return (
    <IconLink
      label={useUnreadName(unread)}
      icon={
        <UnreadBell count={unread}>
          <Bell />
        </UnreadBell>
      }
      to="/notification"
    />
  );
}
