import { use, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { CardForm, PaymentMethod, SheetKind } from '../../../contract/payment.ts';
import { apiErrorCode, isApiError } from '../../api/apiError.ts';
import { isDefinitive } from '../../api/idempotencyKeys.ts';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { BeforePayment } from './beforePayment.ts';
import styles from './methods.module.css';
import { useAddPaymentMethodMutation } from './paymentApi.ts';
import { SheetButton } from './PaymentEntry.tsx';
import type { SheetAnswer } from './providerTypes.ts';
import { useMethodTexts } from './useMethodTexts.ts';

export interface SheetEntryProps {
  form: CardForm;
  kind: SheetKind;
  variant: 'spark' | 'action';
  makeDefault: boolean;
  /** The label of the button. */
  children: ReactNode;
  /** True while the request that follows the payment sheet is in progress. */
  busy?: boolean;
  /** The label of the button during that request. */
  busyLabel: string;
  disabled?: boolean;
  describedBy?: string | undefined;
  onAdded: (method: PaymentMethod) => void;
}

type ErrorCode = ReturnType<typeof apiErrorCode>;
type Step =
  | { status: 'resting' | 'cancelled' }
  | { status: 'saving' }
  | { status: 'failed'; code: ErrorCode }
  /**
   * The server gave no definite answer, or the app could not open a session. So the method may be
   * saved or not. The next attempt sends the same token, so that the method is not saved twice.
   */
  | { status: 'lost'; token: string; code: ErrorCode };

/** A button that opens the provider's payment sheet and saves the method from it. */
export function SheetEntry({
  form,
  kind,
  variant,
  makeDefault,
  children,
  busy = false,
  busyLabel,
  disabled = false,
  describedBy,
  onAdded,
}: SheetEntryProps) {
  const { t } = useTranslation(['payment', 'errors', 'common']);
  const texts = useMethodTexts();
  const [step, go] = useState<Step>({ status: 'resting' });
  const openSession = use(BeforePayment);
  const [addPaymentMethod] = useAddPaymentMethodMutation();

  const keep = async (token: string) => {
    go({ status: 'saving' });
    const refused = await openSession();
    if (refused !== null) return go({ status: 'lost', token, code: refused });
    const { data, error } = await addPaymentMethod({ token, makeDefault });
    if (data) {
      go({ status: 'resting' });
      onAdded(data);
      return;
    }
    const code = apiErrorCode(error);
    const isOver = isApiError(error) && isDefinitive(error);
    go(isOver ? { status: 'failed', code } : { status: 'lost', token, code });
  };

  const handleAnswer = (answer: SheetAnswer) => {
    switch (answer.type) {
      case 'token':
        return void keep(answer.token);
      case 'cancelled':
        return go({ status: 'cancelled' });
      case 'failed': {
        const code = answer.code === 'cardRejected' ? 'cardRejected' : 'paymentProviderUnavailable';
        return go({ status: 'failed', code });
      }
    }
  };

  const isBusy = busy || step.status === 'saving';
  return (
    <div className={styles['entry']}>
      <div role="alert" className={styles['said']}>
        {step.status === 'cancelled' ? (
          <Banner tone="info">{t(($) => $.sheet.cancelled, { kind: texts.kind(kind) })}</Banner>
        ) : null}
        {step.status === 'failed' || step.status === 'lost' ? (
          <Banner tone="danger">
            {step.code === 'cardRejected'
              ? t(($) => $.sheet.refused, { kind: texts.kind(kind) })
              : t(($) => $.errors[step.code])}
          </Banner>
        ) : null}
      </div>
      {step.status === 'lost' ? (
        <Button variant={variant} disabled={disabled} onClick={() => void keep(step.token)}>
          {t(($) => $.common.tryAgain)}
        </Button>
      ) : (
        <SheetButton
          form={form}
          kind={kind}
          variant={variant}
          busy={isBusy}
          disabled={disabled}
          describedBy={describedBy}
          onAnswer={handleAnswer}
        >
          {isBusy ? busyLabel : children}
        </SheetButton>
      )}
    </div>
  );
}
