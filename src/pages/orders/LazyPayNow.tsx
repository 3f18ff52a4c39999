import { useTranslation } from 'react-i18next';
import { useConnection } from '../../api/connection.ts';
import { orderPhase } from '../../features/orders/orderPhase.ts';
import { LazyPart } from '../../lib/loading/lazyPart.ts';
import { useLazyPart } from '../../lib/loading/useLazyPart.ts';
import { Button } from '../../ui/button/Button.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import type { PayNowProps } from './PayNow.tsx';

const payNow = new LazyPart(async () => (await import('./PayNow.tsx')).PayNow);

/**
 * The payment of an unpaid order; its code loads when something is owed, because it needs the
 * network anyway.
 */
export function LazyPayNow(props: PayNowProps) {
  const { t } = useTranslation(['common', 'messages']);
  const phase = orderPhase(props.order);
  const isOwed = phase === 'unpaid' || phase === 'paying';
  const part = useLazyPart(payNow, isOwed);
  const offline = useConnection() === 'offline';
  // Stays mounted after the payment, because it opens the next page.
  if (part.status === 'ready') return <part.Part {...props} />;
  if (!isOwed) return null;
  if (offline) return <p>{t(($) => $.messages.offlineActions)}</p>;
  if (part.status === 'failed') {
    return <ErrorState message={t(($) => $.pageFailed)} onRetry={() => void payNow.fetch()} />;
  }
  // A layout shift must not move a button that is about to be pressed.
  return (
    <Button variant="spark" disabled>
      {t(($) => $.messages.payNow)}
    </Button>
  );
}
