import { CreditCard } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useSearchParams } from 'react-router-dom';
import type { EditPaymentMethod, PaymentMethod } from '../../../contract/payment.ts';
import { apiErrorCode } from '../../api/apiError.ts';
import { SignedInOnly } from '../../features/auth/SignedInOnly.tsx';
import { methodsPath } from '../../features/payment/cardPath.ts';
import { EditMethod } from '../../features/payment/EditMethod.tsx';
import { loaded } from '../../features/payment/loadState.ts';
import {
  useEditPaymentMethodMutation,
  useGetPaymentMethodsQuery,
  useRemovePaymentMethodMutation,
  useSetDefaultMethodMutation,
} from '../../features/payment/paymentApi.ts';
import { RemoveMethod } from '../../features/payment/RemoveMethod.tsx';
import { useStepBack } from '../../lib/navigation/goBack.ts';
import { useIsMounted } from '../../lib/page/useIsMounted.ts';
import { ButtonLink } from '../../ui/button/Button.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { useToast } from '../../ui/feedback/messages.ts';
import { Screen } from '../../ui/screen/Screen.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';

export function PaymentMethodEditPage() {
  const [query] = useSearchParams();
  const id = query.get('id');
  if (id === null) return <Navigate to={methodsPath} replace />;
  return (
    <SignedInOnly>
      <EditOf id={id} />
    </SignedInOnly>
  );
}

/** Shows the payment method in the address. If this is not possible, shows the reason. */
function EditOf({ id }: { id: string }) {
  const { t } = useTranslation(['payment', 'titles']);
  const query = useGetPaymentMethodsQuery();
  const methods = loaded(query);
  // Remember the payment method, so that a removed method stays on the screen until the rider leaves
  // the page.
  const [removing, setRemoving] = useState<PaymentMethod | null>(null);
  const found = methods.status === 'ready' ? methods.value.find((one) => one.id === id) : undefined;
  const method = found ?? removing;

  if (method && methods.status === 'ready') {
    return (
      <Edit
        key={id}
        method={method}
        others={methods.value.filter((one) => one.id !== id)}
        onRemoving={() => setRemoving(method)}
      />
    );
  }
  return (
    <Screen heading={t(($) => $.titles.cardEdit)}>
      {methods.status === 'loading' ? <Skeleton lines={5} /> : null}
      {methods.status === 'failed' ? (
        <ErrorState
          message={t(($) => $.unlock.methodsFailed)}
          onRetry={() => void query.refetch()}
        />
      ) : null}
      {methods.status === 'ready' ? (
        <EmptyState
          symbol={<CreditCard />}
          title={t(($) => $.edit.gone)}
          action={
            <ButtonLink to={methodsPath} replace>
              {t(($) => $.edit.backToList)}
            </ButtonLink>
          }
        />
      ) : null}
    </Screen>
  );
}

interface EditProps {
  method: PaymentMethod;
  others: readonly PaymentMethod[];
  onRemoving: () => void;
}

function Edit({ method, others, onRemoving }: EditProps) {
  const { t } = useTranslation(['payment', 'messages']);
  const showToast = useToast();
  const stepBack = useStepBack(methodsPath);
  const stillHere = useIsMounted();
  const [edit, editing] = useEditPaymentMethodMutation();
  const [setDefault, settingDefault] = useSetDefaultMethodMutation();
  const [remove, removing] = useRemovePaymentMethodMutation();
  const [asking, ask] = useState(false);
  const failure = editing.error ?? settingDefault.error;

  const leave = (message: string) => {
    showToast(message);
    if (stillHere()) stepBack();
  };

  const save = async (changes: EditPaymentMethod) => {
    settingDefault.reset();
    const { error } = await edit({ id: method.id, changes });
    if (error === undefined) leave(t(($) => $.edit.saved));
  };

  const makeDefault = async () => {
    editing.reset();
    const { error } = await setDefault(method.id);
    if (error === undefined) showToast(t(($) => $.messages.defaultSet));
  };

  const end = async (nextDefault: string | null) => {
    onRemoving();
    const { error } = await remove({ id: method.id, nextDefault });
    if (error !== undefined) return;
    leave(method.kind === 'card' ? t(($) => $.messages.cardRemoved) : t(($) => $.remove.removed));
  };

  return (
    <>
      <EditMethod
        method={method}
        onSave={(changes) => void save(changes)}
        onSetDefault={() => void makeDefault()}
        onRemove={() => {
          removing.reset();
          ask(true);
        }}
        busy={
          editing.isLoading || editing.isSuccess
            ? 'saving'
            : settingDefault.isLoading
              ? 'settingDefault'
              : null
        }
        error={failure === undefined ? null : apiErrorCode(failure)}
      />
      {asking ? (
        <RemoveMethod
          method={method}
          others={others}
          onClose={() => ask(false)}
          onRemove={(nextDefault) => void end(nextDefault)}
          busy={removing.isLoading || removing.isSuccess}
          error={removing.error === undefined ? null : apiErrorCode(removing.error)}
        />
      ) : null}
    </>
  );
}
