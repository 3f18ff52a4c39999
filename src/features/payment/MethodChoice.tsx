import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { PaymentMethod } from '../../../contract/payment.ts';
import { cardBrandName } from '../../lib/cardBrand.ts';
import { useNow } from '../../lib/time.ts';
import { RadioCards } from '../../ui/RadioCards.tsx';
import { RowLink } from '../../ui/RowLink.tsx';
import styles from './payment.module.css';

export interface MethodChoiceProps {
  /** The default one first. */
  methods: readonly PaymentMethod[];
  selectedId: string | null;
  onSelect: (id: string) => void;
  /** The page where a card is added, with its way back. */
  addCardTo: string;
  error: string | null;
}

const hour = 3_600_000;

/** `04/29`, as printed on the card. */
function expiryOf({ expiryMonth, expiryYear }: PaymentMethod): string {
  return `${String(expiryMonth).padStart(2, '0')}/${String(expiryYear % 100).padStart(2, '0')}`;
}

function isExpired({ expiryMonth, expiryYear }: PaymentMethod, now: number): boolean {
  // A card is good until the last day of its month.
  return now >= new Date(expiryYear, expiryMonth, 1).getTime();
}

/** The saved ways to pay, one of them chosen, and the way to add another. */
export function MethodChoice({
  methods,
  selectedId,
  onSelect,
  addCardTo,
  error,
}: MethodChoiceProps) {
  const { t } = useTranslation('payment');
  const now = useNow(hour);

  const options = methods.map((method) => {
    const date = expiryOf(method);
    const expiry = isExpired(method, now)
      ? t(($) => $.method.expired, { date })
      : t(($) => $.method.expires, { date });
    return {
      value: method.id,
      label: t(($) => $.method.ending, {
        brand: cardBrandName(method.brand),
        last4: method.last4,
      }),
      detail: method.isDefault ? `${t(($) => $.method.default)} · ${expiry}` : expiry,
    };
  });

  return (
    <div className={styles['methods']}>
      {methods.length === 0 ? (
        <>
          <h2>{t(($) => $.unlock.payWith)}</h2>
          {error === null ? null : (
            <p role="alert" className={styles['error']}>
              {error}
            </p>
          )}
        </>
      ) : (
        <RadioCards
          legend={t(($) => $.unlock.payWith)}
          name="paymentMethod"
          value={selectedId}
          onChange={onSelect}
          error={error}
          options={options}
        />
      )}
      <RowLink
        to={addCardTo}
        state={{ returns: true }}
        icon={<Plus />}
        label={t(($) => $.unlock.addCard)}
      />
    </div>
  );
}
