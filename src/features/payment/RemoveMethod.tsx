import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PaymentMethod } from '../../../contract/payment.ts';
import type { apiErrorCode } from '../../api/apiError.ts';
import { useServerNow } from '../../api/serverClock.ts';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { Button, ButtonLink } from '../../ui/button/Button.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { RadioCards } from '../../ui/field/RadioCards.tsx';
import { MethodIcon } from './MethodIcon.tsx';
import styles from './methods.module.css';
import { useMethodTexts } from './useMethodTexts.ts';

export interface RemoveMethodProps {
  method: PaymentMethod;
  /** The methods that remain after the removal. */
  others: readonly PaymentMethod[];
  onClose: () => void;
  /**
   * `nextDefault` is the new default method. It is null if the removed method is not the default, or if no
   * other method remains.
   */
  onRemove: (nextDefault: string | null) => void;
  busy: boolean;
  error: ReturnType<typeof apiErrorCode> | null;
}

const hour = 3_600_000;

/**
 * Asks for confirmation before a payment method is removed. If the method is the default and two or more others remain,
 * also asks for the new default.
 */
export function RemoveMethod({
  method,
  others,
  onClose,
  onRemove,
  busy,
  error,
}: RemoveMethodProps) {
  const { t } = useTranslation(['payment', 'errors']);
  const texts = useMethodTexts();
  const now = useServerNow(hour);
  const [picked, pick] = useState<string | null>(null);
  const [tried, press] = useState(false);
  const asksNext = method.isDefault && others.length > 0;
  // If only one method remains, it becomes the default without a question.
  const next = asksNext ? (others.length === 1 ? (others[0]?.id ?? null) : picked) : null;

  const remove = () => {
    press(true);
    if (!asksNext || next !== null) onRemove(next);
  };

  return (
    <Dialog
      open
      onClose={() => (busy ? undefined : onClose())}
      role="alertdialog"
      title={t(($) => $.remove.title, { method: texts.name(method) })}
      actions={
        <>
          <Button onClick={onClose} disabled={busy}>
            {t(($) => $.remove.keep)}
          </Button>
          <Button variant="quiet" busy={busy} onClick={remove}>
            {busy ? t(($) => $.edit.removing) : t(($) => $.remove.remove)}
          </Button>
        </>
      }
    >
      <div className={styles['question']}>
        <p>{others.length === 0 ? t(($) => $.remove.last) : t(($) => $.remove.text)}</p>
        {asksNext && others.length === 1 && others[0] ? (
          <p>{t(($) => $.remove.becomes, { method: texts.name(others[0]) })}</p>
        ) : null}
        {asksNext && others.length > 1 ? (
          <RadioCards
            legend={t(($) => $.remove.next)}
            name="nextDefault"
            value={next}
            onChange={pick}
            error={tried && next === null ? t(($) => $.remove.nextMissing) : null}
            options={others.map((other) => ({
              value: other.id,
              label: texts.name(other),
              detail: texts.detail(other, now),
              icon: <MethodIcon method={other} />,
            }))}
          />
        ) : null}
        {error === null ? null : (
          <div role="alert">
            <Banner
              tone="danger"
              action={
                error === 'methodInUse' ? (
                  <ButtonLink to="/history" variant="text">
                    {t(($) => $.remove.orders)}
                  </ButtonLink>
                ) : null
              }
            >
              {t(($) => $.errors[error])}
            </Banner>
          </div>
        )}
      </div>
    </Dialog>
  );
}
