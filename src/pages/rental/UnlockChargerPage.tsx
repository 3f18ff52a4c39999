import { ScanLine } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import type { ErrorCode } from '../../../contract/errors.ts';
import { bestCoupon, couponValue } from '../../../contract/rules/pricing/coupons.ts';
import { parseStationId } from '../../../contract/rules/places/stationId.ts';
import type { Station } from '../../../contract/stations.ts';
import { apiErrorCode, isApiError } from '../../api/apiError.ts';
import { useConnection } from '../../api/connection.ts';
import { useIsCached } from '../../api/cachedAnswers.ts';
import { selectHasSession, selectIsSignedIn } from '../../features/auth/clientUserSlice.ts';
import { withNext } from '../../features/auth/returnPath.ts';
import { useGetCouponsQuery } from '../../features/coupons/couponsApi.ts';
import { Tip } from '../../features/onboarding/Tip.tsx';
import { cacheOrder } from '../../features/orders/orderCache.ts';
import type { OrdersDispatch } from '../../features/orders/orderCache.ts';
import { addCardPath } from '../../features/payment/cardPath.ts';
import { loaded, mapLoaded } from '../../features/payment/loadState.ts';
import {
  useGetCardFormQuery,
  useGetPaymentMethodsQuery,
} from '../../features/payment/paymentApi.ts';
import {
  couponChosen,
  couponSpent,
  depositMethodChosen,
  goCashChosen,
  methodChosen,
  selectChosenCoupon,
  selectChosenMethod,
  selectWay,
  sheetChosen,
} from '../../features/payment/paymentSlice.ts';
import { UnlockForm } from '../../features/payment/unlock/UnlockForm.tsx';
import { UnlockNotice } from '../../features/payment/unlock/UnlockNotice.tsx';
import { useGetReservationsQuery } from '../../features/reservations/reservationsApi.ts';
import { useStartRentalMutation } from '../../features/rental/rentalApi.ts';
import { rentalPath } from '../../features/rental/rentalPath.ts';
import { useOpenNow } from '../../features/stations/hours/useOpenNow.ts';
import { stationPath, useGetStationQuery } from '../../features/stations/stationsApi.ts';
import { useGetWalletQuery } from '../../features/wallet/walletApi.ts';
import { usePolling } from '../../lib/device/heartbeat.ts';
import { useFetchEarly } from '../../lib/loading/useFetchEarly.ts';
import { moveSlot } from '../../lib/page/moveSlot.ts';
import { beginUnlock, endUnlock } from '../../lib/storage/continueToPay.ts';
import { useServerNow } from '../../api/serverClock.ts';
import { wakeInTap } from '../../lib/device/wakeLock.ts';
import { ButtonLink } from '../../ui/button/Button.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { Screen } from '../../ui/screen/Screen.tsx';
import { LazyPart } from '../../lib/loading/lazyPart.ts';
import { useLazyPart } from '../../lib/loading/useLazyPart.ts';
import { PayUnpaid } from '../orders/PayUnpaid.tsx';

/** Milliseconds between two requests for the station, because the counts of the station change. */
const pollMs = 30_000;

const noCoupons: never[] = [];

const paymentErrorPath = '/home/rent/paymentError';

/** The pages for the errors that have their own page. */
const refusalPages: Partial<Record<ErrorCode | 'network', string>> = {
  noChargers: '/home/rent/outOfChargers',
  stationOffline: '/home/rent/technicalError',
  paymentDeclined: paymentErrorPath,
  insufficientFunds: paymentErrorPath,
  cardExpired: paymentErrorPath,
};

/**
 * Returns the reason why no charger of a station can be rented, according to the data of the
 * station. Returns null if a charger can be rented. The counts do not contain reserved chargers.
 */
function refusalOf(station: Station, mayBeReserved: boolean): ErrorCode | null {
  if (!station.online) return 'stationOffline';
  return station.chargers === 0 && !mayBeReserved ? 'noChargers' : null;
}

/** The page before the payment of a rental, which shows the price. */
export function UnlockChargerPage() {
  const { t } = useTranslation('payment');
  const here = useLocation();
  const [query] = useSearchParams();
  const typed = query.get('equip_id');
  const stationId = typed === null ? null : parseStationId(typed);

  if (typed !== null && stationId === null) {
    return <Navigate to={wrongStationPath(typed)} replace />;
  }
  if (stationId === null) {
    return (
      <Screen heading={t(($) => $.unlock.heading)}>
        <EmptyState
          symbol={<ScanLine />}
          title={t(($) => $.unlock.noStation)}
          action={
            <ButtonLink to="/home/scan" variant="spark">
              {t(($) => $.unlock.scan)}
            </ButtonLink>
          }
        />
      </Screen>
    );
  }
  return <UnlockStation stationId={stationId} path={here.pathname + here.search} />;
}

function wrongStationPath(typed: string): string {
  return `/home/scan?invalid=1&equip_id=${encodeURIComponent(typed)}`;
}

/**
 * Stores that this unlock began, so that a rider who leaves the page can continue from home. A
 * rider may leave to log in or to add a card, or because the phone loses power. The stored entry is
 * removed if the next page is home or a page below `/home`, except the page of a payment error.
 */
function useBegunUnlock(station: string): void {
  useEffect(() => {
    beginUnlock(station);
    return () => {
      const { pathname } = window.location;
      if (pathname.startsWith('/home') && pathname !== paymentErrorPath) endUnlock();
    };
  }, [station]);
}

const nextPage = () => import('./PreparingPage.tsx');

/** The list of other stations, which only a rider at a paused station needs. */
const stockedNearby = new LazyPart(
  async () => (await import('../problem/StockedNearby.tsx')).StockedNearby,
);

function UnlockStation({ stationId, path }: { stationId: string; path: string }) {
  const { t } = useTranslation('tips');
  const navigate = useNavigate();
  const dispatch = useDispatch<OrdersDispatch>();
  useBegunUnlock(stationId);
  useFetchEarly(nextPage);
  const offline = useConnection() === 'offline';
  const isCached = useIsCached(stationPath(stationId));
  const signedIn = useSelector(selectIsSignedIn);
  const hasSession = useSelector(selectHasSession);
  const picked = { way: useSelector(selectWay), chosenMethod: useSelector(selectChosenMethod) };
  const wantedCoupon = useSelector(selectChosenCoupon);
  const checkOpen = useOpenNow();
  const station = useGetStationQuery(stationId, {
    refetchOnMountOrArgChange: true,
    refetchOnFocus: true,
  });
  usePolling(signedIn ? pollMs : 0, station.refetch);
  const methods = useGetPaymentMethodsQuery(undefined, {
    skip: !signedIn,
  });
  const form = useGetCardFormQuery(undefined, { skip: !signedIn });
  const wallet = useGetWalletQuery(undefined, {
    skip: !signedIn,
    refetchOnMountOrArgChange: true,
  });
  const coupons = useGetCouponsQuery(undefined, {
    skip: !signedIn,
    refetchOnMountOrArgChange: true,
  });
  const reservations = useGetReservationsQuery(undefined, {
    skip: !signedIn,
    refetchOnMountOrArgChange: true,
  });
  const [startRental, rental] = useStartRentalMutation();
  const now = useServerNow(pollMs);
  const stocked = useLazyPart(stockedNearby, station.data?.paused === true);

  if (!signedIn) {
    // A guest pays on the sheet of the station.
    const elsewhere = hasSession ? `/home?equip_id=${stationId}` : withNext('/login', path);
    return <Navigate to={elsewhere} replace />;
  }
  if (station.error && apiErrorCode(station.error) === 'stationNotFound') {
    return <Navigate to={wrongStationPath(stationId)} replace />;
  }

  const refusalPath = (code: ErrorCode | 'network') => {
    const page = refusalPages[code];
    return page === undefined ? null : `${page}?equip_id=${stationId}`;
  };

  // This value stays the same during a new request for the station, so that the notice does not flicker.
  const isPaused = station.data?.paused === true && !isCached;
  // Ignore the counts during a payment, because the answer to the payment is more exact. Also
  // ignore old counts, because old counts must not stop the rider.
  const counted = station.isFetching || isCached || !rental.isUninitialized ? null : station.data;
  const mayBeReserved =
    reservations.isFetching || reservations.data?.charger?.stationId === stationId;
  const refusal = counted && !isPaused ? refusalOf(counted, mayBeReserved) : null;
  const refusedAt = refusal === null ? null : refusalPath(refusal);
  if (refusedAt !== null) return <Navigate to={refusedAt} replace />;

  const tariff = station.data?.tariff;
  const mine = coupons.data?.coupons ?? noCoupons;
  const isFirst = coupons.data?.isFirstRental ?? false;
  const usable = tariff
    ? mine.filter((coupon) => couponValue(tariff, coupon, now, isFirst) > 0)
    : noCoupons;
  const best = tariff ? bestCoupon(tariff, usable, now, isFirst) : null;
  const wanted = usable.find(({ id }) => id === wantedCoupon);
  const coupon = wantedCoupon === null ? null : (wanted ?? best);

  const pay = async (paymentMethodId: string, useGoCash: boolean) => {
    if (tariff === undefined) return;
    wakeInTap();
    const { data: order, error } = await startRental({
      stationId,
      paymentMethodId,
      useGoCash,
      tariffId: tariff.id,
      // If the coupons failed to load, the server uses the best coupon. The price is then never
      // higher than the displayed price.
      ...(coupons.data && { couponId: coupon?.id ?? null }),
    });
    if (order) {
      endUnlock();
      dispatch(couponSpent());
      // Store the order in the cache, so that the next page needs no request.
      dispatch(cacheOrder(order));
      moveSlot(() => void navigate(rentalPath(order), { replace: true }));
      return;
    }
    const code = apiErrorCode(error);
    const elsewhere = refusalPath(code);
    if (elsewhere !== null) await navigate(elsewhere, { replace: true });
    else if (code === 'priceChanged' || code === 'stationPaused') {
      void station.refetch();
      void coupons.refetch();
    } else if (code === 'goCashInsufficient') void wallet.refetch();
    else if (code === 'paymentMethodNotFound') void methods.refetch();
  };

  const failure = rental.isLoading ? undefined : rental.error;
  const unpaidId = isApiError(failure) ? failure.orderId : undefined;

  return (
    <UnlockForm
      station={loaded(station)}
      isClosed={station.data !== undefined && !checkOpen(station.data)}
      methods={loaded(methods)}
      form={form.data}
      balance={mapLoaded(loaded(wallet), ({ total }) => total)}
      coupons={{ known: !coupons.isLoading, usable, selected: coupon }}
      onCoupon={(id) => dispatch(couponChosen(id))}
      picked={picked}
      onMethod={(id) => dispatch(methodChosen(id))}
      onDepositMethod={(id) => dispatch(depositMethodChosen(id))}
      onSheet={(kind) => dispatch(sheetChosen(kind))}
      onGoCash={() => dispatch(goCashChosen())}
      tips={{
        price: <Tip step="unlock">{t(($) => $.unlock)}</Tip>,
        method: <Tip step="card">{t(($) => $.card)}</Tip>,
      }}
      addCardTo={addCardPath(path)}
      onPay={(methodId, useGoCash) => void pay(methodId, useGoCash)}
      // After the payment, the button stays disabled until the next page is visible.
      busy={rental.isLoading || rental.isSuccess}
      offline={offline}
      paused={isPaused}
      elsewhere={stocked.status === 'ready' ? <stocked.Part stationId={stationId} /> : null}
      onRetry={() => {
        if (station.isError) void station.refetch();
        if (methods.isError) void methods.refetch();
      }}
      notice={
        failure === undefined ? (
          isPaused && <UnlockNotice code="stationPaused" payNow={null} />
        ) : (
          <UnlockNotice
            code={apiErrorCode(failure)}
            payNow={
              unpaidId === undefined ? null : <PayUnpaid id={unpaidId} onPaid={rental.reset} />
            }
          />
        )
      }
    />
  );
}
