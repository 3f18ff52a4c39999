import { useTranslation } from 'react-i18next';
import type { TopUp } from '../../../contract/wallet.ts';
import { formatMoney } from '../../../contract/rules/format/money.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Facts } from '../../ui/display/Facts.tsx';
import { Money } from '../../ui/display/Money.tsx';
import { ResultScreen } from '../../ui/feedback/ResultScreen.tsx';
import { useTopUpEnd } from './topUpHistory.ts';
import styles from './wallet.module.css';
import { useGetWalletQuery } from './walletApi.ts';

export interface ToppedUpProps {
  topUp: TopUp;
  /** The payment method as text. */
  method: string;
  onDone: () => void;
}

/** Confirms that the amount of a top-up is in the wallet. */
export function ToppedUp({ topUp, method, onDone }: ToppedUpProps) {
  const { t } = useTranslation(['wallet', 'common']);
  const { currency } = topUp.amount;
  const { data: wallet, isFetching } = useGetWalletQuery(undefined, {
    refetchOnMountOrArgChange: true,
  });
  useTopUpEnd(true);
  const total = formatMoney({ amount: topUp.amount.amount + topUp.bonus.amount, currency });

  return (
    <ResultScreen
      tone="success"
      heading={t(($) => $.success.heading, { amount: total })}
      actions={
        <Button variant="action" onClick={onDone}>
          {t(($) => $.common.done)}
        </Button>
      }
    >
      <div className={`${styles['card']} ${styles['bill']}`}>
        <Facts
          rows={[
            { label: t(($) => $.success.paid), value: <Money value={topUp.amount} /> },
            ...(topUp.bonus.amount > 0
              ? [{ label: t(($) => $.success.bonus), value: <Money value={topUp.bonus} /> }]
              : []),
            ...(topUp.refunded
              ? [{ label: t(($) => $.reason.topUpRefund), value: <Money value={topUp.refunded} /> }]
              : []),
            { label: t(($) => $.success.method), value: method },
            { label: t(($) => $.success.number), value: <bdi>{topUp.number}</bdi> },
            ...(wallet && !isFetching
              ? [
                  {
                    label: t(($) => $.success.balance),
                    value: <Money value={wallet.total} />,
                    strong: true,
                  },
                ]
              : []),
          ]}
        />
      </div>
    </ResultScreen>
  );
}
