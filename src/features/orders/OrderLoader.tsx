import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Order } from '../../../contract/orders.ts';
import { ButtonLink } from '../../ui/button/Button.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { Screen } from '../../ui/screen/Screen.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { useOrder } from './useOrder.ts';

export interface OrderLoaderProps {
  id: string;
  /** The title of the page while no order is shown. */
  heading: string;
  /** `oldFrom`: see `OrderView`. */
  children: (order: Order, oldFrom: number | null) => ReactNode;
}

/** A page about one order, with its loading and error states. */
export function OrderLoader({ id, heading, children }: OrderLoaderProps) {
  const { t } = useTranslation(['orders', 'errors', 'common']);
  const view = useOrder(id);
  switch (view.status) {
    case 'loading':
      return (
        <Screen heading={heading}>
          <Skeleton lines={6} />
        </Screen>
      );
    case 'error': {
      const missing = view.code === 'orderNotFound' || view.code === 'notFound';
      return (
        <Screen
          heading={heading}
          footer={
            <ButtonLink to="/home" variant={missing ? 'action' : 'quiet'} replace>
              {t(($) => $.common.backToHome)}
            </ButtonLink>
          }
        >
          <ErrorState
            message={t(($) => $.errors[view.code])}
            onRetry={missing ? undefined : view.retry}
          />
        </Screen>
      );
    }
    case 'ready':
      return children(view.order, view.oldFrom);
  }
}
