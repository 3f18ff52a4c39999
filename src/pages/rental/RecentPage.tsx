import { History } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { apiErrorCode } from '../../api/apiError.ts';
import { SignedInOnly } from '../../features/auth/SignedInOnly.tsx';
import { OrderRow } from '../../features/orders/history/OrderRow.tsx';
import { useGetOrdersInfiniteQuery } from '../../features/orders/ordersApi.ts';
import styles from '../../features/profile/profile.module.css';
import { useGetOverviewQuery } from '../../features/profile/profileApi.ts';
import { RecentStations } from '../../features/profile/RecentStations.tsx';
import { ButtonLink } from '../../ui/button/Button.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { Screen } from '../../ui/screen/Screen.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';

const shownOrders = 5;

/** The stations of the latest rentals, and the latest orders. */
export function RecentPage() {
  const { t } = useTranslation('profile');
  return (
    <SignedInOnly>
      <Screen heading={t(($) => $.recent.heading)}>
        <Recent />
      </Screen>
    </SignedInOnly>
  );
}

function Recent() {
  const { t } = useTranslation(['profile', 'errors', 'orders']);
  const fresh = { refetchOnMountOrArgChange: true };
  const overview = useGetOverviewQuery(undefined, fresh);
  const list = useGetOrdersInfiniteQuery(null, fresh);
  const stations = overview.data?.stations;
  const orders = list.data?.pages.flatMap((page) => page.orders).slice(0, shownOrders);

  if (!stations || !orders) {
    const error = overview.error ?? list.error;
    if (!error) return <Skeleton lines={8} />;
    return (
      <ErrorState
        message={t(($) => $.errors[apiErrorCode(error)])}
        onRetry={() => {
          if (overview.error) void overview.refetch();
          if (list.error) void list.refetch();
        }}
      />
    );
  }
  if (stations.length === 0 && orders.length === 0) {
    return (
      <EmptyState
        symbol={<History />}
        title={t(($) => $.recent.empty)}
        text={t(($) => $.recent.emptyText)}
        action={<ButtonLink to="/home/scan">{t(($) => $.orders.history.scan)}</ButtonLink>}
      />
    );
  }
  return (
    <>
      {stations.length === 0 ? null : <RecentStations stations={stations} />}
      {orders.length === 0 ? null : (
        <section className={styles['part']} aria-labelledby="recent-orders">
          <h2 id="recent-orders">{t(($) => $.recent.orders)}</h2>
          <ul className={styles['list']}>
            {orders.map((order) => (
              <li key={order.id}>
                <OrderRow order={order} />
              </li>
            ))}
          </ul>
          <div className={styles['more']}>
            <ButtonLink to="/history" variant="quiet">
              {t(($) => $.recent.allOrders)}
            </ButtonLink>
          </div>
        </section>
      )}
    </>
  );
}
