import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { apiErrorCode, isApiError } from '../../api/apiError.ts';
import { useConnection } from '../../api/connection.ts';
import { SignedInOnly } from '../../features/auth/SignedInOnly.tsx';
import { useGetPaymentMethodsQuery } from '../../features/payment/paymentApi.ts';
import { useMethodTexts } from '../../features/payment/useMethodTexts.ts';
import { Authentication } from '../../features/rental/Authentication.tsx';
import { useSkipsStep, useTopUpDepth } from '../../features/wallet/topUpHistory.ts';
import { FollowTopUp } from '../../features/wallet/FollowTopUp.tsx';
import { ReviewStep } from '../../features/wallet/ReviewStep.tsx';
import { followStep, methodStep, readAmount } from '../../features/wallet/topUpPaths.ts';
import { useGetWalletQuery, useStartTopUpMutation } from '../../features/wallet/walletApi.ts';
import { useStepBack } from '../../lib/navigation/goBack.ts';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { Screen } from '../../ui/screen/Screen.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';

/**
 * The page before the payment of a top-up. After the payment has begun, the page shows the state of
 * the payment.
 */
export function TopUpCompletePage() {
  const [query] = useSearchParams();
  const topUpId = query.get('topUp');
  if (useSkipsStep()) return null;
  return (
    <SignedInOnly>
      {topUpId === null ? (
        <Review amount={readAmount(query)} methodId={query.get('method')} />
      ) : (
        <Follow id={topUpId} />
      )}
    </SignedInOnly>
  );
}

function Review({ amount, methodId }: { amount: number | null; methodId: string | null }) {
  const { t } = useTranslation(['wallet', 'errors']);
  const navigate = useNavigate();
  const { state }: { state: unknown } = useLocation();
  const offline = useConnection() === 'offline';
  const methodTexts = useMethodTexts();
  const { data: wallet, isError, refetch } = useGetWalletQuery();
  const methods = useGetPaymentMethodsQuery();
  const [startTopUp, { error, isLoading, isSuccess }] = useStartTopUpMutation();
  const offer = wallet?.offers.find((one) => one.amount.amount === amount) ?? null;
  const method = methods.data?.find(({ id }) => id === methodId) ?? null;

  if (!wallet) {
    return (
      <Screen heading={t(($) => $.review.heading)} lead={t(($) => $.step, { step: 3 })}>
        {isError ? (
          <ErrorState message={t(($) => $.balance.failed)} onRetry={() => void refetch()} />
        ) : (
          <Skeleton lines={5} />
        )}
      </Screen>
    );
  }

  const pay = async () => {
    if (!offer || !method) return;
    const { data, error: failure } = await startTopUp({
      amount: offer.amount,
      bonus: offer.bonus,
      paymentMethodId: method.id,
    });
    if (data) {
      await navigate(followStep(data.id), { replace: true, state });
      return;
    }
    const code = apiErrorCode(failure);
    if (code === 'priceChanged' || code === 'amountNotOffered') void refetch();
    if (code === 'paymentMethodNotFound') void methods.refetch();
  };

  return (
    <ReviewStep
      wallet={wallet}
      offer={offer}
      method={method && methodTexts.name(method)}
      methodWait={methods.isLoading ? <Skeleton lines={1} /> : null}
      onPay={() => void pay()}
      // After the payment, the button stays disabled until the next page is visible.
      busy={isLoading || isSuccess}
      offline={offline}
      error={error === undefined ? null : words(error)}
    />
  );

  function words(failure: unknown): string {
    // The app got no answer, or an answer that does not show whether the payment began.
    if (isApiError(failure) && (failure.status === 0 || failure.status >= 500)) {
      return t(($) => $.review.outcomeUnknown);
    }
    const code = apiErrorCode(failure);
    return code === 'priceChanged' ? t(($) => $.review.changed) : t(($) => $.errors[code]);
  }
}

function Follow({ id }: { id: string }) {
  const navigate = useNavigate();
  const depth = useTopUpDepth();
  const stepBack = useStepBack('/payment/addGoCash');
  return (
    <FollowTopUp
      id={id}
      authentication={(url) => <Authentication key={url} url={url} />}
      onChangeMethod={({ amount }) => {
        if (depth > 0) stepBack();
        else void navigate(methodStep(amount.amount), { replace: true });
      }}
    />
  );
}
