import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { PaymentMethod } from '../../../contract/payment.ts';
import { SignedInOnly } from '../../features/auth/SignedInOnly.tsx';
import { AddMethod } from '../../features/payment/AddMethod.tsx';
import { methodsPath } from '../../features/payment/cardPath.ts';
import { loaded } from '../../features/payment/loadState.ts';
import {
  useGetCardFormQuery,
  useGetPaymentMethodsQuery,
} from '../../features/payment/paymentApi.ts';
import { useMethodTexts } from '../../features/payment/useMethodTexts.ts';
import { useStepBack } from '../../lib/navigation/goBack.ts';
import { safeInternalPath } from '../../lib/navigation/internalPath.ts';
import { useIsMounted } from '../../lib/page/useIsMounted.ts';
import { useToast } from '../../ui/feedback/messages.ts';

export function PaymentMethodAddPage() {
  return (
    <SignedInOnly>
      <Add />
    </SignedInOnly>
  );
}

function Add() {
  const { t } = useTranslation('payment');
  const [query] = useSearchParams();
  const next = safeInternalPath(query.get('next'), methodsPath);
  const texts = useMethodTexts();
  const form = useGetCardFormQuery(undefined, { refetchOnMountOrArgChange: true });
  const { data: methods } = useGetPaymentMethodsQuery();
  const showToast = useToast();
  const stepBack = useStepBack(next);
  const stillHere = useIsMounted();

  const finish = ({ kind }: PaymentMethod) => {
    showToast(t(($) => $.addMethod.added, { kind: texts.kind(kind) }));
    if (stillHere()) stepBack();
  };

  return (
    <AddMethod
      form={loaded(form)}
      onRetry={() => void form.refetch()}
      methods={methods}
      cardPath={`/payment/addNewCard?next=${encodeURIComponent(next)}`}
      onAdded={finish}
    />
  );
}
