import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CardForm, PaymentMethod, SheetKind } from '../../../contract/payment.ts';
import { useConnection } from '../../api/connection.ts';
import { ButtonLink } from '../../ui/button/Button.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { RadioCards } from '../../ui/field/RadioCards.tsx';
import { Screen } from '../../ui/screen/Screen.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { Switch } from '../../ui/field/Switch.tsx';
import type { Loaded } from './loadState.ts';
import { MethodIcon } from './MethodIcon.tsx';
import payment from './payment.module.css';
import { SheetEntry } from './SheetEntry.tsx';
import { useMethodTexts } from './useMethodTexts.ts';

export interface AddMethodProps {
  form: Loaded<CardForm>;
  onRetry: () => void;
  /** The saved methods; undefined while they are unknown. */
  methods: readonly PaymentMethod[] | undefined;
  /** The address of the page that adds a card. */
  cardPath: string;
  onAdded: (method: PaymentMethod) => void;
}

/**
 * The kinds of payment methods that the rider can add. A kind with a payment sheet has a button for
 * the sheet.
 */
export function AddMethod({ form, onRetry, methods, cardPath, onAdded }: AddMethodProps) {
  const { t } = useTranslation(['payment', 'titles', 'common']);
  const texts = useMethodTexts();
  const reasonId = useId();
  const offline = useConnection() === 'offline';
  const [picked, pick] = useState<SheetKind | 'card' | null>(null);
  const [wanted, want] = useState<boolean | null>(null);
  const makeDefault = wanted ?? methods?.length === 0;
  const sheets = form.status === 'ready' ? form.value.sheets.map(({ kind }) => kind) : [];
  const kinds = [...sheets.filter(isWallet), 'card' as const, ...sheets.filter(isAccount)];
  const chosen = picked ?? 'card';

  return (
    <Screen
      heading={t(($) => $.titles.addPaymentMethod)}
      footer={
        form.status === 'ready' ? (
          <>
            {offline ? (
              <p id={reasonId} className={payment['reason']}>
                {t(($) => $.common.offlineActions)}
              </p>
            ) : null}
            {chosen === 'card' ? (
              <ButtonLink to={cardPath} variant="action">
                {t(($) => $.addMethod.next)}
              </ButtonLink>
            ) : (
              <SheetEntry
                key={chosen}
                form={form.value}
                kind={chosen}
                variant="action"
                makeDefault={makeDefault}
                disabled={offline}
                describedBy={offline ? reasonId : undefined}
                busyLabel={t(($) => $.addMethod.adding)}
                onAdded={onAdded}
              >
                {t(($) => $.addMethod.withKind, { kind: texts.kind(chosen) })}
              </SheetEntry>
            )}
          </>
        ) : null
      }
    >
      {form.status === 'loading' ? <Skeleton lines={5} /> : null}
      {form.status === 'failed' ? (
        <ErrorState message={t(($) => $.addMethod.offeredFailed)} onRetry={onRetry} />
      ) : null}
      {form.status === 'ready' ? (
        <>
          <RadioCards
            legend={t(($) => $.addMethod.kinds)}
            name="kind"
            value={chosen}
            onChange={(value) => pick(kinds.find((kind) => kind === value) ?? null)}
            options={kinds.map((kind) => ({
              value: kind,
              label: texts.kind(kind),
              detail:
                kind === 'card'
                  ? t(($) => $.addMethod.cardDetail)
                  : methods?.some((method) => method.kind === kind)
                    ? t(($) => $.addMethod.already, { kind: texts.kind(kind) })
                    : t(($) => $.addMethod.sheetDetail, { kind: texts.kind(kind) }),
              icon: <MethodIcon method={{ kind, brand: '' }} />,
            }))}
          />
          {chosen === 'card' ? null : (
            <Switch
              name="default"
              label={t(($) => $.card.setDefault)}
              checked={makeDefault}
              onChange={want}
            />
          )}
        </>
      ) : null}
    </Screen>
  );
}

/**
 * Whether the kind is a wallet of the device. Wallets come first, then cards, then accounts of other
 * providers.
 */
function isWallet(kind: SheetKind): boolean {
  return kind !== 'payPal';
}

function isAccount(kind: SheetKind): boolean {
  return kind === 'payPal';
}
