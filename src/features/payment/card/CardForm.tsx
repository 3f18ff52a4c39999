import { Lock } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { ReactNode, SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { AddPaymentMethod } from '../../../../contract/payment.ts';
import {
  writtenPostalCode,
  postalProblem,
  postalRules,
} from '../../../../contract/rules/places/postalCode.ts';
import type { ApiError } from '../../../api/apiError.ts';
import { useConnection, watchConnection } from '../../../api/connection.ts';
import { Banner } from '../../../ui/feedback/Banner.tsx';
import { Button } from '../../../ui/button/Button.tsx';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { Screen } from '../../../ui/screen/Screen.tsx';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { Switch } from '../../../ui/field/Switch.tsx';
import { BillingAddress } from './BillingAddress.tsx';
import { CardErrorSummary } from './CardErrorSummary.tsx';
import { problemCount } from './cardProblems.ts';
import type { CardProblems } from './cardProblems.ts';
import { CardFields } from '../PaymentEntry.tsx';
import styles from '../payment.module.css';
import { useGetCardFormQuery } from '../paymentApi.ts';
import type { CardFieldsHandle } from '../providerTypes.ts';
import { isBusy, useCardEntry } from './useCardEntry.ts';
import { usePostalTexts } from './usePostalTexts.ts';

export interface CardFormProps {
  /** The operator's country, in ISO 3166. */
  country: string;
  /**
   * True if the rider has no payment method yet. The card then becomes the default unless the rider turns this
   * off.
   */
  isFirst: boolean;
  /** Saves the card. Resolves to an error, or to null after a success. */
  save: (card: AddPaymentMethod) => Promise<ApiError | null>;
  onAdded: () => void;
  /** The words and parts of a form that also pays. Without them, the form only saves the card. */
  payment?: {
    heading: string;
    lead: ReactNode;
    pay: string;
    paying: string;
    price: ReactNode;
    terms: ReactNode;
  };
}

/**
 * A form for a new card. The provider's form has the card details, and our own fields have the
 * billing address.
 */
export function CardForm({ country: home, isFirst, save, onAdded, payment }: CardFormProps) {
  const { t } = useTranslation(['payment', 'errors', 'common']);
  const offline = useConnection() === 'offline';
  const {
    data: form,
    isError,
    refetch,
  } = useGetCardFormQuery(undefined, {
    refetchOnMountOrArgChange: true,
  });
  const [moved, move] = useState<string | null>(null);
  const [postalCode, type] = useState('');
  const [makeDefault, choose] = useState<boolean | null>(null);
  const [loading, load] = useState({ round: 0, silent: false });
  const frame = useRef<CardFieldsHandle>(null);
  const postalField = useRef<HTMLInputElement>(null);
  const country = moved ?? home;
  const rules = postalRules(country);
  const isDefault = makeDefault ?? isFirst;
  const reasonId = useId();
  const billing = { country, postalCode: writtenPostalCode(country, postalCode) };

  const { step, frameComplete, submit, onMessage } = useCardEntry({
    askFields: (billing) => frame.current?.submit(billing),
    billing: () => billing,
    postalProblem: () => postalProblem(country, postalCode),
    save: (token) =>
      save({
        token,
        ...billing,
        makeDefault: isDefault,
      }),
    onAdded,
  });

  const postalTexts = usePostalTexts(rules.zip);
  const problems = step.status === 'invalid' ? step.problems : null;
  // The error disappears as soon as the field is valid.
  const postalNow = problems?.postal ? postalProblem(country, postalCode) : null;
  const postalText = postalNow === null ? null : postalTexts[postalNow];
  const left: CardProblems = {
    inFrame: frameComplete ? 0 : (problems?.inFrame ?? 0),
    postal: postalNow,
  };

  useEffect(() => {
    if (problems?.postal && problemCount(problems) === 1) postalField.current?.focus();
  }, [problems]);

  useEffect(
    () =>
      watchConnection((connection) => {
        // If the frame did not load in time, load it again when the network is back.
        if (connection !== 'online') return;
        load((was) => (was.silent ? { round: was.round + 1, silent: false } : was));
      }),
    [],
  );

  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    submit();
  };

  const busy = isBusy(step);
  const formFailed = isError || loading.silent;
  const button = (
    <Button
      type="submit"
      variant={payment === undefined ? 'action' : 'spark'}
      busy={busy}
      disabled={form === undefined || formFailed || offline}
      describedBy={offline ? reasonId : undefined}
    >
      {busy ? (payment?.paying ?? t(($) => $.card.adding)) : (payment?.pay ?? t(($) => $.card.add))}
    </Button>
  );
  return (
    <form className={styles['form']} noValidate onSubmit={send}>
      <Screen
        heading={payment?.heading ?? t(($) => $.card.heading)}
        lead={payment?.lead}
        inColumns={payment !== undefined}
        dirty={moved !== null || postalCode !== '' || frameComplete}
        footer={
          <>
            {offline ? (
              <p className={styles['reason']} id={reasonId}>
                {t(($) => $.common.offlineActions)}
              </p>
            ) : null}
            {payment === undefined ? (
              button
            ) : (
              <div className={styles['pay']} data-travels>
                {button}
              </div>
            )}
          </>
        }
      >
        {payment?.price}
        <div className={styles['part']}>
          {problems && problemCount(problems) > 1 && problemCount(left) > 0 ? (
            <CardErrorSummary
              problems={left}
              postalText={postalText}
              onShowFrame={() => frame.current?.focus()}
              onShowPostal={() => postalField.current?.focus()}
            />
          ) : null}
          {step.status === 'refused' ? (
            <div role="alert">
              <Banner tone="danger">{t(($) => $.errors[step.code])}</Banner>
            </div>
          ) : null}
          <div className={styles['fields']}>
            {formFailed ? (
              <ErrorState
                message={t(($) => $.card.frameFailed)}
                onRetry={() => {
                  load(({ round }) => ({ round: round + 1, silent: false }));
                  void refetch();
                }}
              />
            ) : form ? (
              <CardFields
                key={loading.round}
                ref={frame}
                form={form}
                onMessage={onMessage}
                onSilent={() => load(({ round }) => ({ round, silent: true }))}
              />
            ) : (
              <Skeleton lines={4} />
            )}
            <BillingAddress
              country={country}
              onCountry={move}
              postalCode={postalCode}
              onPostalCode={type}
              error={postalText}
              postalField={postalField}
            />
            {payment === undefined ? (
              <Switch
                name="default"
                label={t(($) => $.card.setDefault)}
                checked={isDefault}
                onChange={choose}
              />
            ) : null}
            <p className={styles['secure']}>
              <Lock aria-hidden="true" />
              <span>{t(($) => $.card.secure)}</span>
            </p>
            {payment?.terms}
          </div>
        </div>
      </Screen>
    </form>
  );
}
