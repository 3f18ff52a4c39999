import { useId, useRef, useState } from 'react';
import type { SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { EditPaymentMethod, PaymentMethod } from '../../../contract/payment.ts';
import type { apiErrorCode } from '../../api/apiError.ts';
import { useConnection } from '../../api/connection.ts';
import { useServerNow } from '../../api/serverClock.ts';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { Screen } from '../../ui/screen/Screen.tsx';
import { TextField } from '../../ui/field/TextField.tsx';
import { BillingAddress } from './card/BillingAddress.tsx';
import { expiryAt, expiryProblem, readExpiry, spaceExpiry, writtenExpiry } from './card/expiry.ts';
import { MethodIcon } from './MethodIcon.tsx';
import styles from './methods.module.css';
import payment from './payment.module.css';
import {
  postalProblem,
  postalRules,
  writtenPostalCode,
} from '../../../contract/rules/places/postalCode.ts';
import { useMethodTexts } from './useMethodTexts.ts';
import { usePostalTexts } from './card/usePostalTexts.ts';

export interface EditMethodProps {
  method: PaymentMethod;
  onSave: (changes: EditPaymentMethod) => void;
  onSetDefault: () => void;
  onRemove: () => void;
  busy: 'saving' | 'settingDefault' | null;
  /** The error of the last attempt. */
  error: ReturnType<typeof apiErrorCode> | null;
}

const minute = 60_000;

/**
 * Makes a method the default, or removes it. Changes the expiry date and the billing address of a
 * card.
 */
export function EditMethod({
  method,
  onSave,
  onSetDefault,
  onRemove,
  busy,
  error,
}: EditMethodProps) {
  const { t } = useTranslation(['payment', 'errors', 'common', 'titles']);
  const texts = useMethodTexts();
  const offline = useConnection() === 'offline';
  const reasonId = useId();
  const describedBy = offline ? reasonId : undefined;
  const now = useServerNow(minute);
  const [expiry, typeExpiry] = useState(() => writtenExpiry(method));
  const [country, move] = useState(method.country);
  const [postalCode, typePostal] = useState(method.postalCode);
  const [tried, press] = useState(false);
  const expiryField = useRef<HTMLInputElement>(null);
  const postalField = useRef<HTMLInputElement>(null);

  const isCard = method.kind === 'card';
  const rules = postalRules(country);
  const expiryTexts = {
    missing: t(($) => $.edit.expiryMissing),
    wrong: t(($) => $.edit.expiryWrong),
    past: t(($) => $.edit.expiryPast),
  };
  const postalTexts = usePostalTexts(rules.zip);
  const wrongExpiry = expiryProblem(expiry, now);
  const wrongPostal = postalProblem(country, postalCode);
  const isExpired = expiryAt(method, now) === 'expired';

  const changes = (): EditPaymentMethod => {
    const read = readExpiry(expiry);
    const written = writtenPostalCode(country, postalCode);
    return {
      ...(read !== null && { expiryMonth: read.month, expiryYear: read.year }),
      country,
      postalCode: written,
    };
  };
  const dirty =
    isCard &&
    (expiry !== writtenExpiry(method) ||
      country !== method.country ||
      writtenPostalCode(country, postalCode) !== method.postalCode);

  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    press(true);
    if (wrongExpiry !== null) expiryField.current?.focus();
    else if (wrongPostal !== null) postalField.current?.focus();
    else onSave(changes());
  };

  return (
    <form className={payment['form']} noValidate onSubmit={send}>
      <Screen
        heading={isCard ? t(($) => $.titles.cardEdit) : texts.kind(method.kind)}
        dirty={dirty && busy === null}
        footer={
          <>
            {offline ? (
              <p className={payment['reason']} id={reasonId}>
                {t(($) => $.common.offlineActions)}
              </p>
            ) : null}
            {isCard ? (
              <Button
                type="submit"
                variant="action"
                busy={busy === 'saving'}
                disabled={offline || busy === 'settingDefault'}
                describedBy={describedBy}
              >
                {busy === 'saving' ? t(($) => $.edit.saving) : t(($) => $.edit.save)}
              </Button>
            ) : null}
          </>
        }
      >
        <div role="alert" className={styles['said']}>
          {error === null ? null : <Banner tone="danger">{t(($) => $.errors[error])}</Banner>}
        </div>
        <div className={styles['who']}>
          <MethodIcon method={method} />
          <span>
            <strong>{texts.name(method)}</strong>
            <span
              className={isExpired ? `${payment['detail']} ${styles['due']}` : payment['detail']}
            >
              {isCard
                ? [method.nameOnCard, texts.detail(method, now)].filter(Boolean).join(' · ')
                : method.label}
            </span>
          </span>
        </div>
        {isCard ? (
          <div className={styles['fields']}>
            <TextField
              ref={expiryField}
              label={t(($) => $.edit.expiry)}
              name="cc-exp"
              autoComplete="cc-exp"
              inputMode="numeric"
              maxLength={7}
              value={expiry}
              onChange={(typed) => typeExpiry((before) => spaceExpiry(typed, before))}
              error={tried && wrongExpiry !== null ? expiryTexts[wrongExpiry] : null}
            />
            <BillingAddress
              country={country}
              onCountry={move}
              postalCode={postalCode}
              onPostalCode={typePostal}
              error={tried && wrongPostal !== null ? postalTexts[wrongPostal] : null}
              postalField={postalField}
            />
          </div>
        ) : (
          <p>{t(($) => $.edit.nothing, { kind: texts.kind(method.kind) })}</p>
        )}
        <div className={styles['actions']}>
          {method.isDefault ? (
            <p>{t(($) => $.edit.isDefault)}</p>
          ) : (
            <Button
              variant="quiet"
              busy={busy === 'settingDefault'}
              disabled={offline || busy === 'saving'}
              describedBy={describedBy}
              onClick={onSetDefault}
            >
              {busy === 'settingDefault'
                ? t(($) => $.edit.settingDefault)
                : t(($) => $.edit.setDefault)}
            </Button>
          )}
          <Button
            variant="text"
            disabled={offline || busy !== null}
            describedBy={describedBy}
            onClick={onRemove}
          >
            {t(($) => $.edit.remove)}
          </Button>
        </div>
      </Screen>
    </form>
  );
}
