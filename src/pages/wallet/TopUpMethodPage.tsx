import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { SignedInOnly } from '../../features/auth/SignedInOnly.tsx';
import { addCardPath } from '../../features/payment/cardPath.ts';
import { MethodChoice } from '../../features/payment/MethodChoice.tsx';
import {
  useGetCardFormQuery,
  useGetPaymentMethodsQuery,
} from '../../features/payment/paymentApi.ts';
import {
  methodChosen,
  selectChosenMethod,
  selectWay,
  sheetChosen,
} from '../../features/payment/paymentSlice.ts';
import { newSheets, wayOf } from '../../features/payment/payOptions.ts';
import { SheetEntry } from '../../features/payment/SheetEntry.tsx';
import { useMethodTexts } from '../../features/payment/useMethodTexts.ts';
import { useSkipsStep, useTopUpDepth } from '../../features/wallet/topUpHistory.ts';
import { amountPath, readAmount, reviewStep } from '../../features/wallet/topUpPaths.ts';
import { Button } from '../../ui/button/Button.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { Screen } from '../../ui/screen/Screen.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { useSubmitAttempt } from '../../ui/field/useSubmitAttempt.ts';

export function TopUpMethodPage() {
  const [query] = useSearchParams();
  const amount = readAmount(query);
  if (useSkipsStep()) return null;
  if (amount === null) return <Navigate to={amountPath} replace />;
  return (
    <SignedInOnly>
      <MethodStep amount={amount} />
    </SignedInOnly>
  );
}

/**
 * The choice of the payment method for a top-up: a saved method or a new method. At first, the
 * default method is selected or, without a saved method, the wallet of the device.
 */
function MethodStep({ amount }: { amount: number }) {
  const { t } = useTranslation(['wallet', 'messages', 'payment']);
  const texts = useMethodTexts();
  const navigate = useNavigate();
  const dispatch = useDispatch();
  const { pathname, search } = useLocation();
  const depth = useTopUpDepth();
  const picked = { way: useSelector(selectWay), chosenMethod: useSelector(selectChosenMethod) };
  const { data: form } = useGetCardFormQuery();
  const { data: methods, isError, refetch } = useGetPaymentMethodsQuery(undefined);
  const [tried, press] = useSubmitAttempt();
  const sheets = newSheets(form, methods ?? []);
  const way = wayOf(picked, methods ?? [], sheets, false);
  const missing =
    methods?.length === 0 && sheets.length === 0
      ? t(($) => $.messages.paymentMethodsFirst)
      : t(($) => $.messages.paymentMethodSelect);

  const goOn = (id: string) =>
    void navigate(reviewStep(amount, id), { state: { topUpDepth: depth + 1 } });

  return (
    <Screen
      heading={t(($) => $.method.heading)}
      lead={t(($) => $.step, { step: 2 })}
      footer={
        methods && way?.by === 'sheet' && form ? (
          <SheetEntry
            key={way.kind}
            form={form}
            kind={way.kind}
            variant="action"
            makeDefault={methods.length === 0}
            busyLabel={t(($) => $.payment.addMethod.adding)}
            onAdded={({ id }) => goOn(id)}
          >
            {t(($) => $.payment.addMethod.withKind, { kind: texts.kind(way.kind) })}
          </SheetEntry>
        ) : methods ? (
          <Button
            variant="action"
            onClick={() => {
              press();
              if (way?.by === 'method') goOn(way.method.id);
            }}
          >
            {t(($) => $.amount.continue)}
          </Button>
        ) : null
      }
    >
      {methods ? (
        <MethodChoice
          methods={methods}
          sheets={sheets}
          selected={way}
          onMethod={(id) => dispatch(methodChosen(id))}
          onSheet={(kind) => dispatch(sheetChosen(kind))}
          addCardTo={addCardPath(pathname + search)}
          error={tried && way === null ? missing : null}
        />
      ) : isError ? (
        <ErrorState message={t(($) => $.method.methodsFailed)} onRetry={() => void refetch()} />
      ) : (
        <Skeleton lines={3} />
      )}
    </Screen>
  );
}
