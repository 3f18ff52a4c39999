import { useEffect, useEffectEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation } from 'react-router-dom';
import type { Order } from '../../../contract/orders.ts';
import { goCashShare } from '../../../contract/rules/pricing/minimumCharge.ts';
import { apiErrorCode } from '../../api/apiError.ts';
import { useConnection } from '../../api/connection.ts';
import { orderPhase } from '../../features/orders/orderPhase.ts';
import { usePayOrderMutation } from '../../features/orders/ordersApi.ts';
import { addCardPath } from '../../features/payment/cardPath.ts';
import { loaded } from '../../features/payment/loadState.ts';
import {
  useGetCardFormQuery,
  useGetPaymentMethodsQuery,
} from '../../features/payment/paymentApi.ts';
import { PayOrderDialog } from '../../features/payment/PayOrderDialog.tsx';
import { Authentication } from '../../features/rental/Authentication.tsx';
import { useGetWalletQuery } from '../../features/wallet/walletApi.ts';
import { useOngoingWork } from '../../lib/page/ongoingWork.ts';
import { Button } from '../../ui/button/Button.tsx';

export interface PayNowProps {
  order: Order;
  /** Called after the payment. If this function is set, the confirmation page does not open. */
  onPaid?: (() => void) | undefined;
}

/**
 * Pays an unpaid order with any payment method, and opens the confirmation. Renders nothing if no
 * amount is due. The component must stay mounted until the payment ends.
 */
export function PayNow({ order, onPaid }: PayNowProps) {
  const { t } = useTranslation(['messages', 'errors', 'common']);
  const { pathname, search } = useLocation();
  const offline = useConnection() === 'offline';
  const reasonId = useId();
  const [payOrder, { error, isLoading, reset }] = usePayOrderMutation();
  const [asking, ask] = useState(false);
  const [paidHere, setPaidHere] = useState(false);
  const phase = orderPhase(order);
  const skip = phase !== 'unpaid';
  const methods = useGetPaymentMethodsQuery(undefined, { skip });
  const { data: form } = useGetCardFormQuery(undefined, { skip });
  const { data: wallet } = useGetWalletQuery(undefined, { skip, refetchOnMountOrArgChange: true });
  const paying = isLoading || phase === 'paying';
  const isPaid = paidHere && phase === 'complete';
  useOngoingWork('money', asking || paying || isPaid);

  const notifyPaid = useEffectEvent(() => onPaid?.());
  useEffect(() => {
    if (isPaid) notifyPaid();
  }, [isPaid]);

  if (isPaid) {
    if (onPaid) return null;
    return <Navigate to={`/history/pay/paySuccess?orderId=${order.id}`} replace />;
  }

  if (phase !== 'unpaid' && phase !== 'paying') return null;

  const pay = async (paymentMethodId: string | null, goCash: boolean) => {
    const due = order.due.amount;
    const balance = wallet?.total.amount ?? 0;
    const fromGoCash = goCash ? goCashShare(due, balance, order.tariff.minimumCharge ?? 0) : 0;
    const methodPays = due - fromGoCash;
    const { data } = await payOrder({ orderId: order.id, paymentMethodId, goCash, methodPays });
    if (data === undefined) return;
    setPaidHere(true);
    ask(false);
  };

  return (
    <>
      {phase === 'paying' && order.action !== null ? (
        <Authentication key={order.action.url} url={order.action.url} />
      ) : null}
      {offline ? <p id={reasonId}>{t(($) => $.common.offlineActions)}</p> : null}
      <Button
        variant="spark"
        busy={paying}
        disabled={offline}
        describedBy={offline ? reasonId : undefined}
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
        minimumCharge={order.tariff.minimumCharge ?? 0}
        methods={loaded(methods)}
        onRetry={() => void methods.refetch()}
        form={form}
        balance={wallet?.total ?? null}
        onPay={(methodId, goCash) => void pay(methodId, goCash)}
        busy={isLoading}
        error={error === undefined ? null : t(($) => $.errors[apiErrorCode(error)])}
        addCardTo={addCardPath(pathname + search)}
      />
    </>
  );
}
