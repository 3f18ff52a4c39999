import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation } from 'react-router-dom';
import type { Order } from '../../../contract/orders.ts';
import { apiErrorCode } from '../../api/apiError.ts';
import { useConnection } from '../../api/connection.ts';
import { orderPhase } from '../../features/orders/orderPhase.ts';
import { usePayOrderMutation } from '../../features/orders/ordersApi.ts';
import { addCardPath } from '../../features/payment/cardPath.ts';
import { useGetPaymentMethodsQuery } from '../../features/payment/paymentApi.ts';
import { PayOrderDialog } from '../../features/payment/PayOrderDialog.tsx';
import { Authentication } from '../../features/rental/Authentication.tsx';
import { Button } from '../../ui/Button.tsx';

const noMethods: never[] = [];

/**
 * Pays what an order owes, with any saved card, and leads to the word that it was paid. Nothing where
 * nothing is owed; it has to stay mounted until the payment is through.
 */
export function PayNow({ order }: { order: Order }) {
  const { t } = useTranslation(['messages', 'errors']);
  const { pathname, search } = useLocation();
  const offline = useConnection() === 'offline';
  const [payOrder, { error, isLoading, reset }] = usePayOrderMutation();
  const [asking, ask] = useState(false);
  const [paidHere, setPaidHere] = useState(false);
  const phase = orderPhase(order);
  const { data: methods } = useGetPaymentMethodsQuery(undefined, { skip: phase !== 'unpaid' });
  const paying = isLoading || phase === 'paying';

  if (paidHere && phase === 'complete') {
    return <Navigate to={`/history/pay/paySuccess?orderId=${order.id}`} replace />;
  }

  if (phase !== 'unpaid' && phase !== 'paying') return null;

  const pay = async (paymentMethodId: string) => {
    const { data } = await payOrder({ orderId: order.id, paymentMethodId });
    if (data === undefined) return;
    setPaidHere(true);
    ask(false);
  };

  return (
    <>
      {phase === 'paying' && order.action !== null ? (
        <Authentication key={order.action.url} url={order.action.url} />
      ) : null}
      {offline ? <p>{t(($) => $.offlineActions)}</p> : null}
      <Button
        variant="spark"
        busy={paying}
        disabled={offline}
        onClick={() => {
          reset();
          ask(true);
        }}
      >
        {paying ? t(($) => $.paying) : t(($) => $.payNow)}
      </Button>
      <PayOrderDialog
        open={asking}
        onClose={() => ask(false)}
        amount={order.due}
        methods={methods ?? noMethods}
        onPay={(methodId) => void pay(methodId)}
        busy={isLoading}
        error={error === undefined ? null : t(($) => $.errors[apiErrorCode(error)])}
        addCardTo={addCardPath(pathname + search)}
      />
    </>
  );
}
