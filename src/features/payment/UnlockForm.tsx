import type { ReactNode } from 'react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PaymentMethod } from '../../../contract/payment.ts';
import type { Station } from '../../../contract/stations.ts';
import { formatMoney } from '../../lib/money.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import type { Loaded } from './loaded.ts';
import { MethodChoice } from './MethodChoice.tsx';
import { PriceCard } from './PriceCard.tsx';
import styles from './payment.module.css';

export interface UnlockFormProps {
  station: Loaded<Station>;
  methods: Loaded<readonly PaymentMethod[]>;
  /** The method that is paid with. */
  selectedId: string | null;
  onSelect: (id: string) => void;
  addCardTo: string;
  onPay: (methodId: string) => void;
  busy: boolean;
  /** Nothing can be paid now; what is shown may be old. */
  offline: boolean;
  onRetry: () => void;
  /** What stands in the way, and the way round it. */
  notice: ReactNode;
}

/** The review before paying: which charger, at what price, with which card. */
export function UnlockForm({
  station,
  methods,
  selectedId,
  onSelect,
  addCardTo,
  onPay,
  busy,
  offline,
  onRetry,
  notice,
}: UnlockFormProps) {
  const { t } = useTranslation(['payment', 'messages', 'common']);
  const reasonId = useId();
  const [tried, press] = useState(false);

  const found = station.status === 'ready' ? station.value : null;
  const saved = methods.status === 'ready' ? methods.value : null;
  const missing =
    saved === null || selectedId !== null
      ? null
      : saved.length === 0
        ? t(($) => $.messages.paymentMethodAdd)
        : t(($) => $.messages.paymentMethodSelect);
  const reason = offline
    ? t(($) => $.messages.offlineActions)
    : station.status === 'failed'
      ? t(($) => $.common.priceUnavailable)
      : null;

  const pay = () => {
    press(true);
    if (selectedId !== null) onPay(selectedId);
  };

  return (
    <Screen
      heading={t(($) => $.unlock.heading)}
      lead={
        found ? (
          <>
            <span className={styles['station']}>{found.name}</span>
            <span>
              {`${t(($) => $.unlock.station, { id: found.id })} · ${t(($) => $.unlock.available, { count: found.chargers })}`}
            </span>
          </>
        ) : null
      }
      footer={
        <>
          {reason === null ? null : (
            <p id={reasonId} className={styles['reason']}>
              {reason}
            </p>
          )}
          <Button
            variant="spark"
            busy={busy}
            disabled={found === null || saved === null || offline}
            describedBy={reason === null ? undefined : reasonId}
            onClick={pay}
          >
            {busy
              ? t(($) => $.unlock.paying)
              : found
                ? t(($) => $.unlock.pay, {
                    amount: formatMoney({
                      amount: found.tariff.unlockFee,
                      currency: found.tariff.currency,
                    }),
                  })
                : t(($) => $.unlock.payUnknown)}
          </Button>
        </>
      }
    >
      <div role="alert" className={styles['notice']}>
        {notice}
      </div>
      {found ? <PriceCard tariff={found.tariff} /> : null}
      {station.status === 'loading' ? <Skeleton lines={4} /> : null}
      {station.status === 'failed' ? (
        <ErrorState message={t(($) => $.common.priceUnavailable)} onRetry={onRetry} />
      ) : null}
      {saved ? (
        <MethodChoice
          methods={saved}
          selectedId={selectedId}
          onSelect={onSelect}
          addCardTo={addCardTo}
          error={tried ? missing : null}
        />
      ) : null}
      {methods.status === 'loading' ? <Skeleton lines={2} /> : null}
      {methods.status === 'failed' ? (
        <ErrorState message={t(($) => $.unlock.methodsFailed)} onRetry={onRetry} />
      ) : null}
    </Screen>
  );
}
