import { useTranslation } from 'react-i18next';
import { useOrder } from '../../features/orders/useOrder.ts';
import { ButtonLink } from '../../ui/button/Button.tsx';
import { LazyPayNow } from './LazyPayNow.tsx';

export interface PayUnpaidProps {
  id: string;
  onPaid: () => void;
}

/**
 * Pays the order that blocks another rental, without leaving this page. If the order cannot be loaded, shows a link to
 * home instead.
 */
export function PayUnpaid({ id, onPaid }: PayUnpaidProps) {
  const { t } = useTranslation('messages');
  const view = useOrder(id);
  switch (view.status) {
    case 'ready':
      return <LazyPayNow order={view.order} onPaid={onPaid} />;
    case 'loading':
      return null;
    case 'error':
      return (
        <ButtonLink to="/home" variant="text">
          {t(($) => $.payNow)}
        </ButtonLink>
      );
  }
}
