import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import type { Station } from '../../../contract/stations.ts';
import { isApiError } from '../../api/apiError.ts';
import type { ApiError } from '../../api/apiError.ts';
import { useGuestSession } from '../../features/auth/guest/useGuestSession.ts';
import type { GuestSession } from '../../features/auth/guest/useGuestSession.ts';
import { cacheOrder } from '../../features/orders/orderCache.ts';
import type { OrdersDispatch } from '../../features/orders/orderCache.ts';
import { useStartRentalMutation } from '../../features/rental/rentalApi.ts';
import { rentalPath } from '../../features/rental/rentalPath.ts';
import { wakeInTap } from '../../lib/device/wakeLock.ts';
import { fetchPageEarly } from '../../lib/loading/pageCode.ts';
import { moveSlot } from '../../lib/page/moveSlot.ts';
import { endUnlock } from '../../lib/storage/continueToPay.ts';

interface GuestPayment {
  openSession: GuestSession['open'];
  /** Begins the rental with a saved method, and opens the page of the rental. Resolves to the error, or to null. */
  pay: (paymentMethodId: string) => Promise<ApiError | null>;
  /** True from the request until the page of the rental is visible. */
  busy: boolean;
  error: ApiError | null;
}

const unexplained: ApiError = { status: 500, code: 'serverError' };

/** Lets a guest pay for a rental at once, without a login. */
export function usePayAsGuest({ id, tariff }: Pick<Station, 'id' | 'tariff'>): GuestPayment {
  const navigate = useNavigate();
  const dispatch = useDispatch<OrdersDispatch>();
  const session = useGuestSession();
  const [startRental, rental] = useStartRentalMutation();
  const [error, refuse] = useState<ApiError | null>(null);

  // The payment form calls `openSession` shortly after the tap. It calls `pay` only after the bank
  // or the wallet has answered.
  const openSession = () => {
    wakeInTap();
    // During the payment, load the code of the next page, so that the slot can move to this page at once.
    fetchPageEarly('/home/rent/preparing');
    return session.open();
  };

  const pay = async (paymentMethodId: string) => {
    refuse(null);
    wakeInTap();
    const started = await startRental({
      stationId: id,
      paymentMethodId,
      tariffId: tariff.id,
      couponId: null,
    });
    if (started.data === undefined) {
      const problem = isApiError(started.error) ? started.error : unexplained;
      // Make home show the order that the guest already has.
      if (problem.orderId !== undefined) session.begin();
      refuse(problem);
      return problem;
    }
    endUnlock();
    const order = started.data;
    const open = async () => {
      session.begin();
      dispatch(cacheOrder(order));
      await navigate(rentalPath(order), { replace: true });
    };
    // `begin` replaces the screen of home, so call it after the browser has captured the button. Resolve only when the
    // next page is open, so that the button stays busy until then.
    await new Promise<void>((resolve, reject) => {
      moveSlot(() => void open().then(resolve, reject));
    });
    return null;
  };
  return { openSession, pay, busy: rental.isLoading || rental.isSuccess, error };
}
