import { useSearchParams } from 'react-router-dom';
import { SignedInOnly } from '../../features/auth/SignedInOnly.tsx';
import { readFilter } from '../../features/orders/history/filters.ts';
import { OrderHistory } from '../../features/orders/history/OrderHistory.tsx';

export function HistoryPage() {
  const [query, setQuery] = useSearchParams();
  return (
    <SignedInOnly>
      <OrderHistory
        filter={readFilter(query.get('status'))}
        onFilter={(filter) =>
          setQuery(filter === 'all' ? {} : { status: filter }, { replace: true })
        }
      />
    </SignedInOnly>
  );
}
