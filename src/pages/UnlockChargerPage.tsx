import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import type { ErrorCode } from '../../contract/errors.ts';
import { parseStationId } from '../../contract/rules/stationId.ts';
import type { Station } from '../../contract/stations.ts';
import { apiErrorCode } from '../api/apiError.ts';
import { useConnection } from '../api/connection.ts';
import { useIsKept } from '../api/keptAnswers.ts';
import { selectIsSignedIn, stationLeft } from '../features/auth/clientUserSlice.ts';
import { withNext } from '../features/auth/next.ts';
import { keepOrder } from '../features/orders/orderCache.ts';
import type { OrdersDispatch } from '../features/orders/orderCache.ts';
import { addCardPath } from '../features/payment/cardPath.ts';
import { loaded } from '../features/payment/loaded.ts';
import { useGetPaymentMethodsQuery } from '../features/payment/paymentApi.ts';
import {
  methodChosen,
  methodToPayWith,
  selectChosenMethod,
} from '../features/payment/paymentSlice.ts';
import { UnlockForm } from '../features/payment/UnlockForm.tsx';
import { UnlockNotice } from '../features/payment/UnlockNotice.tsx';
import { useStartRentalMutation } from '../features/rental/rentalApi.ts';
import { rentalPath } from '../features/rental/rentalPath.ts';
import { stationPath, useGetStationQuery } from '../features/stations/stationsApi.ts';
import { ButtonLink } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Screen } from '../ui/Screen.tsx';

/** What the counts on this page may be old, in milliseconds. */
const pollMs = 30_000;

/** The refusals that have a page of their own. */
const refusalPages: Partial<Record<ErrorCode | 'network', string>> = {
  noChargers: '/home/rent/outOfChargers',
  stationOffline: '/home/rent/technicalError',
  paymentDeclined: '/home/rent/paymentError',
  insufficientFunds: '/home/rent/paymentError',
  cardExpired: '/home/rent/paymentError',
};

/** Why a station cannot be rented from, by what it says of itself. */
function refusalOf(station: Station): ErrorCode | null {
  if (!station.online) return 'stationOffline';
  return station.chargers === 0 ? 'noChargers' : null;
}

/** The last look before paying. */
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

function UnlockStation({ stationId, path }: { stationId: string; path: string }) {
  const navigate = useNavigate();
  const dispatch = useDispatch<OrdersDispatch>();
  const offline = useConnection() === 'offline';
  const isKept = useIsKept(stationPath(stationId));
  const signedIn = useSelector(selectIsSignedIn);
  const chosen = useSelector(selectChosenMethod);
  const station = useGetStationQuery(stationId, {
    refetchOnMountOrArgChange: true,
    refetchOnReconnect: true,
    refetchOnFocus: true,
    pollingInterval: pollMs,
    skipPollingIfUnfocused: true,
  });
  const methods = useGetPaymentMethodsQuery(undefined, {
    skip: !signedIn,
    refetchOnReconnect: true,
  });
  const [startRental, rental] = useStartRentalMutation();

  if (!signedIn) return <Navigate to={withNext('/login', path)} replace />;
  if (station.error && apiErrorCode(station.error) === 'stationNotFound') {
    return <Navigate to={wrongStationPath(stationId)} replace />;
  }

  const refusalPath = (code: ErrorCode | 'network') => {
    const page = refusalPages[code];
    return page === undefined ? null : `${page}?equip_id=${stationId}`;
  };

  // A payment on its way has a truer answer than a count, and an old count turns nobody away.
  const counted = station.isFetching || isKept || !rental.isUninitialized ? null : station.data;
  const refusal = counted ? refusalOf(counted) : null;
  const refusedAt = refusal === null ? null : refusalPath(refusal);
  if (refusedAt !== null) return <Navigate to={refusedAt} replace />;

  const pay = async (paymentMethodId: string) => {
    const tariffId = station.data?.tariff.id;
    if (tariffId === undefined) return;
    const { data: order, error } = await startRental({ stationId, paymentMethodId, tariffId });
    if (order) {
      dispatch(stationLeft());
      // The next page stands at once, without asking for what was just answered.
      dispatch(keepOrder(order));
      await navigate(rentalPath(order), { replace: true });
      return;
    }
    const code = apiErrorCode(error);
    const elsewhere = refusalPath(code);
    if (elsewhere !== null) await navigate(elsewhere, { replace: true });
    else if (code === 'priceChanged') void station.refetch();
    else if (code === 'paymentMethodNotFound') void methods.refetch();
  };

  return (
    <UnlockForm
      station={loaded(station)}
      methods={loaded(methods)}
      selectedId={methodToPayWith(methods.data ?? [], chosen)?.id ?? null}
      onSelect={(id) => dispatch(methodChosen(id))}
      addCardTo={addCardPath(path)}
      onPay={(methodId) => void pay(methodId)}
      // Paid is not payable again, not even in the moment before the next page stands.
      busy={rental.isLoading || rental.isSuccess}
      offline={offline}
      onRetry={() => {
        if (station.isError) void station.refetch();
        if (methods.isError) void methods.refetch();
      }}
      notice={
        rental.error && !rental.isLoading ? (
          <UnlockNotice code={apiErrorCode(rental.error)} />
        ) : null
      }
    />
  );
}
