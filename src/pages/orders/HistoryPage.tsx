import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useSearchParams } from 'react-router-dom';
import { SignedInOnly } from '../../features/auth/SignedInOnly.tsx';
import { readFilter } from '../../features/orders/history/filters.ts';
import type { FilterName } from '../../features/orders/history/filters.ts';
import { OrderHistory } from '../../features/orders/history/OrderHistory.tsx';
import { usePaneRoom } from '../../lib/device/usePaneRoom.ts';
import { PaneContext } from '../../ui/screen/pane.ts';
import styles from './HistoryPage.module.css';
import { leftPane } from './leftPane.ts';
import { OrderReceiptView } from './OrderReceiptView.tsx';

/** The address of the history with a filter, and with an order beside the list. */
function addressOf(filter: FilterName, orderId: string | null): string {
  const query = new URLSearchParams();
  if (filter !== 'all') query.set('status', filter);
  if (orderId !== null) query.set('orderId', orderId);
  return query.size === 0 ? '/history' : `/history?${query.toString()}`;
}

/** The orders of the rider. In a wide window, the receipt of an order is beside the list. */
export function HistoryPage() {
  const [query, setQuery] = useSearchParams();
  const hasRoom = usePaneRoom();
  const filter = readFilter(query.get('status'));
  const shown = query.get('orderId');
  const pane = useMemo(
    () => (hasRoom ? { shown, addressOf: (id: string) => addressOf(filter, id) } : undefined),
    [hasRoom, shown, filter],
  );
  const onFilter = useCallback(
    (next: FilterName) => setQuery(addressOf(next, shown).split('?')[1] ?? '', { replace: true }),
    [setQuery, shown],
  );
  if (!hasRoom && shown !== null) {
    return <Navigate to={`/history/detail?orderId=${shown}`} state={leftPane} replace />;
  }
  const list = <OrderHistory filter={filter} onFilter={onFilter} pane={pane} />;
  return (
    <SignedInOnly>
      {hasRoom ? (
        <div className={styles['panes']}>
          {list}
          <ReceiptPane orderId={shown} />
        </div>
      ) : (
        list
      )}
    </SignedInOnly>
  );
}

function ReceiptPane({ orderId }: { orderId: string | null }) {
  const { t } = useTranslation('orders');
  const pane = useFocusInPane(orderId);
  return (
    <section className={styles['pane']} aria-label={t(($) => $.receipt.heading)} ref={pane}>
      {orderId === null ? (
        <p className={styles['nothing']}>{t(($) => $.history.choose)}</p>
      ) : (
        <PaneContext value>
          <OrderReceiptView key={orderId} orderId={orderId} />
        </PaneContext>
      )}
    </section>
  );
}

/**
 * Moves the focus to the receipt when the rider chooses an order, and back to the row of the order when the rider
 * goes back to the list.
 */
function useFocusInPane(orderId: string | null) {
  const pane = useRef<HTMLElement>(null);
  const before = useRef(orderId);
  useEffect(() => {
    const last = before.current;
    if (last === orderId) return;
    before.current = orderId;
    pane.current?.scrollTo(0, 0);
    const target =
      orderId === null
        ? document.querySelector<HTMLElement>(`#order-${last} a`)
        : pane.current?.querySelector('h2');
    target?.focus({ preventScroll: true });
  }, [orderId]);
  return pane;
}
