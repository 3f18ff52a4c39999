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
 * Loads the button that pays an unpaid order. Its code loads only if an amount is due. The code is
 * not loaded in advance, because a payment needs the network anyway.
 */
export function LazyPayNow(props: PayNowProps) {
  const { t } = useTranslation(['common', 'messages']);
  const phase = orderPhase(props.order);
  const isOwed = phase === 'unpaid' || phase === 'paying';
  const part = useLazyPart(payNow, isOwed);
  const offline = useConnection() === 'offline';
  // Keep the component mounted after the payment, because it opens the next page.
  if (part.status === 'ready') return <part.Part {...props} />;
  if (!isOwed) return null;
  if (offline) return <p>{t(($) => $.offlineActions)}</p>;
  if (part.status === 'failed') {
    return <ErrorState message={t(($) => $.pageFailed)} onRetry={() => void payNow.fetch()} />;
  }
  // This placeholder has the size of the final button, because a layout shift must not move a button that the rider is
  // about to press.
  return (
    <Button variant="spark" disabled>
      {t(($) => $.messages.payNow)}
    </Button>
  );
}
