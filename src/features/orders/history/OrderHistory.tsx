import { FileDown, MapPinned, ReceiptText, RefreshCw } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Order } from '../../../../contract/orders.ts';
import { apiErrorCode } from '../../../api/apiError.ts';
import { formatMonth } from '../../../lib/format/formatMonth.ts';
import { useInfiniteScroll } from '../../../lib/page/useInfiniteScroll.ts';
import { Banner } from '../../../ui/feedback/Banner.tsx';
import { Button, ButtonLink } from '../../../ui/button/Button.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { FilterChips } from '../../../ui/field/FilterChips.tsx';
import { IconButton, IconLink } from '../../../ui/button/IconButton.tsx';
import { useAnnounce, useToast } from '../../../ui/feedback/messages.ts';
import { Screen } from '../../../ui/screen/Screen.tsx';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { UpdatedAt } from '../../../ui/display/UpdatedAt.tsx';
import { filterNames, orderFilter, readFilter } from './filters.ts';
import type { FilterName } from './filters.ts';
import { groupOrders } from './groupOrders.ts';
import styles from './OrderHistory.module.css';
import { OrderRow } from './OrderRow.tsx';
import { ordersApi, useGetNewestOrdersQuery, useGetOrdersInfiniteQuery } from '../ordersApi.ts';
import { PullToRefresh } from './PullToRefresh.tsx';
import { useStoreOrders, useStoredOrders } from './useStoredOrders.ts';
import type { StoredOrders } from './useStoredOrders.ts';
import { rememberRow, useRowScroll } from './useRowScroll.ts';

export interface OrderHistoryProps {
  filter: FilterName;
  onFilter: (filter: FilterName) => void;
  /** The pane beside the list; undefined if the window is too narrow. */
  pane?: OrderPane | undefined;
}

interface OrderPane {
  /** The id of the order in the pane. */
  shown: string | null;
  /** Returns the address that shows an order in the pane. */
  addressOf: (id: string) => string;
}

/**
 * The orders of a filter. The orders are loaded again each time the rider returns to the page. For a long
 * list, only the first page is loaded again.
 */
function useOrders(filter: FilterName) {
  const query = orderFilter(filter);
  const { isLong } = ordersApi.endpoints.getOrders.useInfiniteQueryState(query, {
    selectFromResult: ({ currentData }) => ({ isLong: (currentData?.pages.length ?? 0) > 1 }),
  });
  useGetNewestOrdersQuery(query, { skip: !isLong, refetchOnFocus: true });
  return useGetOrdersInfiniteQuery(query, {
    refetchOnMountOrArgChange: !isLong,
    refetchOnFocus: !isLong,
    refetchOnReconnect: !isLong,
  });
}

export function OrderHistory({ filter, onFilter, pane }: OrderHistoryProps) {
  const { t, i18n } = useTranslation(['orders', 'messages', 'common', 'errors']);
  const toast = useToast();
  const {
    currentData: data,
    error,
    isFetching,
    isFetchingNextPage,
    hasNextPage,
    fetchNextPage,
    refetch,
  } = useOrders(filter);
  const loaded = useMemo(() => data?.pages.flatMap((page) => page.orders), [data]);
  useStoreOrders(loaded);
  useRowScroll();
  const isUnreached =
    data === undefined && error !== undefined && apiErrorCode(error) === 'network';
  const stored = useStoredOrders(isUnreached);
  const orders = loaded ?? storedOrders(stored, filter);
  const hasNoOrders = filter === 'all' && orders?.length === 0;
  const groups = useMemo(() => groupOrders(orders ?? []), [orders]);
  const refreshing = isFetching && !isFetchingNextPage && orders !== null;
  const end = useInfiniteScroll(hasNextPage && !isFetching && error === undefined, () => {
    void fetchNextPage();
  });
  useSpokenCount(filter, isFetching || hasNextPage ? null : (orders?.length ?? null));

  const refresh = async () => {
    const { error: failure } = await refetch();
    if (failure === undefined) toast(t(($) => $.history.updated));
  };
  const label: Record<FilterName, string> = {
    all: t(($) => $.history.all),
    charging: t(($) => $.messages.filterCharging),
    complete: t(($) => $.messages.filterComplete),
    unpaid: t(($) => $.messages.filterUnpaid),
  };

  return (
    <PullToRefresh onRefresh={() => void refresh()} refreshing={refreshing}>
      <Screen
        heading={t(($) => $.history.heading)}
        end={
          <>
            {hasNoOrders ? null : (
              <>
                <IconLink
                  label={t(($) => $.history.places)}
                  icon={<MapPinned />}
                  to="/history/map"
                />
                <IconLink
                  label={t(($) => $.documents.export)}
                  icon={<FileDown />}
                  to="/history/export"
                />
              </>
            )}
            <IconButton
              label={t(($) => $.common.refresh)}
              icon={<RefreshCw />}
              onClick={() => void refresh()}
            />
          </>
        }
      >
        <FilterChips
          legend={t(($) => $.history.filter)}
          name="filter"
          value={filter}
          onChange={(value) => onFilter(readFilter(value))}
          options={filterNames.map((value) => ({ value, label: label[value] }))}
        />
        {error && orders !== null ? (
          <Banner tone="info">
            {t(($) => $.states.offline)}{' '}
            {stored === null ? (
              t(($) => $.errors[apiErrorCode(error)])
            ) : (
              <UpdatedAt at={stored.at} />
            )}
          </Banner>
        ) : null}
        <div
          aria-busy={isFetching}
          className={styles['list']}
          data-no-orders={hasNoOrders || undefined}
        >
          {orders === null && (error === undefined || (isUnreached && stored === null)) ? (
            <Skeleton lines={8} />
          ) : null}
          {orders === null && error && !(isUnreached && stored === null) ? (
            <ErrorState
              message={t(($) => $.errors[apiErrorCode(error)])}
              onRetry={() => void refetch()}
            />
          ) : null}
          {orders?.length === 0 ? (
            <NoOrders filter={filter} onShowAll={() => onFilter('all')} />
          ) : null}
          {groups.map((group) => (
            <section key={group.month ?? 'owed'} className={styles['group']}>
              <h2>
                {group.month === null
                  ? t(($) => $.history.needsPayment)
                  : formatMonth(group.month, i18n.language)}
              </h2>
              <ul className={styles['rows']}>
                {group.orders.map((order) => (
                  <li
                    key={order.id}
                    id={`order-${order.id}`}
                    className={styles['row']}
                    onClickCapture={(event) => rememberRow(event.currentTarget)}
                  >
                    <OrderRow
                      order={order}
                      to={pane?.addressOf(order.id)}
                      isCurrent={pane?.shown === order.id}
                      replace={pane !== undefined && pane.shown !== null}
                    />
                  </li>
                ))}
              </ul>
            </section>
          ))}
          {hasNextPage ? (
            <div ref={end}>
              <Button
                variant="quiet"
                busy={isFetchingNextPage}
                onClick={() => void fetchNextPage()}
              >
                {isFetchingNextPage ? t(($) => $.history.loadingMore) : t(($) => $.history.more)}
              </Button>
            </div>
          ) : null}
        </div>
      </Screen>
    </PullToRefresh>
  );
}

/**
 * Returns the stored orders of a filter. Returns null if the stored orders are not read yet, or if
 * no order is stored at all.
 */
function storedOrders(stored: StoredOrders | null, filter: FilterName): Order[] | null {
  if (stored === null || stored.orders.length === 0) return null;
  const status = orderFilter(filter);
  return stored.orders.filter((order) => status === null || order.status === status);
}

function NoOrders({ filter, onShowAll }: { filter: FilterName; onShowAll: () => void }) {
  const { t } = useTranslation('orders');
  return filter === 'all' ? (
    <EmptyState
      symbol={<ReceiptText />}
      title={t(($) => $.history.empty)}
      text={t(($) => $.history.emptyText)}
      action={<ButtonLink to="/home/scan">{t(($) => $.history.scan)}</ButtonLink>}
    />
  ) : (
    <EmptyState
      symbol={<ReceiptText />}
      title={t(($) => $.history.emptyFilter)}
      action={
        <Button variant="quiet" onClick={onShowAll}>
          {t(($) => $.history.showAll)}
        </Button>
      }
    />
  );
}

/**
 * Announces the filter and the number of orders after each change. While the number is null,
 * announces nothing.
 */
function useSpokenCount(filter: FilterName, count: number | null): void {
  const { t } = useTranslation('orders');
  const announce = useAnnounce();
  const spoken =
    count === null
      ? null
      : {
          all: t(($) => $.history.count, { count }),
          charging: t(($) => $.history.countCharging, { count }),
          complete: t(($) => $.history.countComplete, { count }),
          unpaid: t(($) => $.history.countUnpaid, { count }),
        }[filter];

  useEffect(() => {
    if (spoken !== null) announce(spoken);
  }, [announce, spoken]);
}
