import { Wallet } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { TopUpOffer } from '../../../contract/wallet.ts';
import { formatMoney } from '../../../contract/rules/format/money.ts';
import { Button, ButtonLink } from '../../ui/button/Button.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { RadioCards } from '../../ui/field/RadioCards.tsx';
import { Screen } from '../../ui/screen/Screen.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { useSubmitAttempt } from '../../ui/field/useSubmitAttempt.ts';
import styles from './wallet.module.css';
import { useGetWalletQuery } from './walletApi.ts';

export interface AmountStepProps {
  /** The amount in minor units; null until the rider selects an amount. */
  amount: number | null;
  onChoose: (amount: number) => void;
  onContinue: (amount: number) => void;
}

/** The choice of a top-up amount. No amount is selected at first. */
export function AmountStep({ amount, onChoose, onContinue }: AmountStepProps) {
  const { t } = useTranslation(['wallet', 'messages', 'common']);
  const { data: wallet, isError, refetch } = useGetWalletQuery();
  const [tried, press] = useSubmitAttempt();
  const chosen = wallet?.offers.find((offer) => offer.amount.amount === amount) ?? null;

  const goOn = () => {
    press();
    if (chosen) onContinue(chosen.amount.amount);
  };

  return (
    <Screen
      heading={t(($) => $.amount.heading)}
      lead={t(($) => $.step, { step: 1 })}
      footer={
        wallet && wallet.offers.length > 0 ? (
          <Button variant="action" onClick={goOn}>
            {t(($) => $.amount.continue)}
          </Button>
        ) : null
      }
    >
      {wallet && wallet.offers.length > 0 ? (
        <>
          <RadioCards
            legend={t(($) => $.amount.legend)}
            legendHidden
            name="amount"
            value={chosen === null ? null : String(chosen.amount.amount)}
            onChange={(value) => onChoose(Number(value))}
            error={tried && chosen === null ? t(($) => $.messages.goCashAmount) : null}
            options={wallet.offers.map((offer) => ({
              value: String(offer.amount.amount),
              label: formatMoney(offer.amount),
              detail: offer.bonus.amount > 0 ? <OfferDetail offer={offer} /> : undefined,
            }))}
          />
          <p className={styles['terms']}>
            {wallet.refundable === null
              ? t(($) => $.balance.notRefundable)
              : t(($) => $.balance.nothingToRefund)}
          </p>
        </>
      ) : null}
      {wallet?.offers.length === 0 ? (
        <EmptyState
          symbol={<Wallet />}
          title={t(($) => $.amount.none)}
          action={
            <ButtonLink to="/payment" replace>
              {t(($) => $.follow.toPayment)}
            </ButtonLink>
          }
        />
      ) : null}
      {!wallet && !isError ? <Skeleton lines={5} /> : null}
      {!wallet && isError ? (
        <ErrorState message={t(($) => $.balance.failed)} onRetry={() => void refetch()} />
      ) : null}
    </Screen>
  );
}

function OfferDetail({ offer: { amount, bonus } }: { offer: TopUpOffer }) {
  const { t } = useTranslation('wallet');
  const total = { amount: amount.amount + bonus.amount, currency: amount.currency };
  return (
    <span className={styles['offer']}>
      <span className={styles['bonus']}>
        {t(($) => $.amount.bonus, { bonus: formatMoney(bonus) })}
      </span>
      <span>{t(($) => $.amount.get, { total: formatMoney(total) })}</span>
    </span>
  );
}
