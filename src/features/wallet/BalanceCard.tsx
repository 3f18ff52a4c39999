import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Money as Amount } from '../../../contract/money.ts';
import type { Wallet } from '../../../contract/wallet.ts';
import { useConnection } from '../../api/connection.ts';
import { useResumableChange } from '../../api/proof.ts';
import { formatMoney } from '../../../contract/rules/format/money.ts';
import { Button, ButtonLink } from '../../ui/button/Button.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { Money } from '../../ui/display/Money.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { amountPath } from './topUpPaths.ts';
import { RefundDialog } from './RefundDialog.tsx';
import styles from './wallet.module.css';
import { useGetWalletQuery } from './walletApi.ts';

/** The GoCash balance, its parts, and the link to a top-up. */
export function BalanceCard() {
  const { t } = useTranslation('wallet');
  const {
    data: wallet,
    isError,
    refetch,
  } = useGetWalletQuery(undefined, {
    refetchOnMountOrArgChange: true,
    refetchOnFocus: true,
  });

  return (
    <section className={styles['card']} aria-labelledby="gocash-balance">
      <h2 id="gocash-balance" className={styles['label']}>
        {t(($) => $.balance.heading)}
      </h2>
      {wallet ? <Balance wallet={wallet} /> : null}
      {!wallet && !isError ? <Skeleton lines={3} /> : null}
      {!wallet && isError ? (
        <ErrorState message={t(($) => $.balance.failed)} onRetry={() => void refetch()} />
      ) : null}
    </section>
  );
}

function Balance({ wallet }: { wallet: Wallet }) {
  const { t } = useTranslation('wallet');
  const { total, topUp, bonus, pending, refundable } = wallet;
  return (
    <>
      <p className="visually-hidden">
        {t(($) => $.balance.phrase, {
          total: formatMoney(total),
          topUp: formatMoney(topUp),
          bonus: formatMoney(bonus),
        })}
      </p>
      <div aria-hidden="true" className={styles['balance']}>
        <Money value={total} size="display" />
        <div className={styles['portions']}>
          <span>
            {t(($) => $.balance.topUp)} <Money value={topUp} />
          </span>
          <span>
            {t(($) => $.balance.bonus)} <Money value={bonus} />
          </span>
        </div>
      </div>
      {pending ? (
        <p className={styles['terms']}>
          {t(($) => $.balance.pending, { amount: formatMoney(pending) })}
        </p>
      ) : null}
      <p className={styles['terms']}>
        {refundable === null
          ? t(($) => $.balance.notRefundable)
          : refundable.amount === 0
            ? t(($) => $.balance.nothingToRefund)
            : t(($) => $.balance.refundable, { amount: formatMoney(refundable) })}
      </p>
      <ButtonLink to={amountPath} variant="spark">
        {t(($) => $.balance.add)}
      </ButtonLink>
      {refundable !== null && refundable.amount > 0 ? (
        <GiveBack amount={refundable} hasBonus={bonus.amount > 0} />
      ) : null}
    </>
  );
}

function GiveBack({ amount, hasBonus }: { amount: Amount; hasBonus: boolean }) {
  const { t } = useTranslation(['wallet', 'common']);
  const offline = useConnection() === 'offline';
  const [asking, ask] = useState(false);
  const reasonId = useId();
  useResumableChange('refund', () => ask(true));
  return (
    <>
      <Button
        variant="quiet"
        disabled={offline}
        describedBy={offline ? reasonId : undefined}
        onClick={() => ask(true)}
      >
        {t(($) => $.balance.giveBack)}
      </Button>
      {offline ? (
        <p id={reasonId} className={styles['reason']}>
          {t(($) => $.common.offlineActions)}
        </p>
      ) : null}
      <RefundDialog open={asking} onClose={() => ask(false)} amount={amount} hasBonus={hasBonus} />
    </>
  );
}
