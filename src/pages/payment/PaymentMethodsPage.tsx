import { useTranslation } from 'react-i18next';
import { SignedInOnly } from '../../features/auth/SignedInOnly.tsx';
import { loaded } from '../../features/payment/loadState.ts';
import { MethodRows } from '../../features/payment/MethodRows.tsx';
import { AddMethodRow, NoMethods } from '../../features/payment/MyMethods.tsx';
import { useGetPaymentMethodsQuery } from '../../features/payment/paymentApi.ts';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { Screen } from '../../ui/screen/Screen.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';

export function PaymentMethodsPage() {
  return (
    <SignedInOnly>
      <Methods />
    </SignedInOnly>
  );
}

/** All saved payment methods. */
function Methods() {
  const { t } = useTranslation(['payment', 'titles']);
  const query = useGetPaymentMethodsQuery(undefined);
  const methods = loaded(query);
  return (
    <Screen heading={t(($) => $.titles.paymentMethods)}>
      {methods.status === 'loading' ? <Skeleton lines={4} /> : null}
      {methods.status === 'failed' ? (
        <ErrorState
          message={t(($) => $.unlock.methodsFailed)}
          onRetry={() => void query.refetch()}
        />
      ) : null}
      {methods.status === 'ready' && methods.value.length === 0 ? <NoMethods /> : null}
      {methods.status === 'ready' && methods.value.length > 0 ? (
        <div>
          <MethodRows methods={methods.value} />
          <AddMethodRow />
        </div>
      ) : null}
    </Screen>
  );
}
