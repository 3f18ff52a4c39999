import { History, TicketPercent, Tickets } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ProofHost } from '../../features/auth/security/ProofHost.tsx';
import { SignedInOnly } from '../../features/auth/SignedInOnly.tsx';
import { Tip } from '../../features/onboarding/Tip.tsx';
import { HoldList } from '../../features/orders/hold/HoldList.tsx';
import { MyMethods } from '../../features/payment/MyMethods.tsx';
import { useGetPaymentMethodsQuery } from '../../features/payment/paymentApi.ts';
import { BalanceCard } from '../../features/wallet/BalanceCard.tsx';
import { RowLink } from '../../ui/link/RowLink.tsx';
import { Screen } from '../../ui/screen/Screen.tsx';
import styles from './PaymentPage.module.css';

/** The page about money: the GoCash balance, the payment methods and the holds at the bank. */
export function PaymentPage() {
  const { t } = useTranslation(['payment', 'tips', 'titles']);
  return (
    <SignedInOnly>
      <Screen heading={t(($) => $.titles.payment)}>
        <div className={styles['sections']}>
          <BalanceCard />
          <ProofHost />
          <AddTip />
          <MyMethods />
          <HoldList />
          <nav aria-label={t(($) => $.home.more)}>
            <RowLink to="/share" icon={<TicketPercent />} label={t(($) => $.home.redeem)} />
            <RowLink to="/coupon" icon={<Tickets />} label={t(($) => $.home.coupons)} />
            <RowLink
              to="/payment/viewHistory"
              icon={<History />}
              label={t(($) => $.home.history)}
            />
          </nav>
        </div>
      </Screen>
    </SignedInOnly>
  );
}

/**
 * Explains GoCash. The tip appears only after the payment methods have loaded, because a rider without a method needs a
 * card first.
 */
function AddTip() {
  const { t } = useTranslation('tips');
  const { data } = useGetPaymentMethodsQuery();
  return (
    <Tip step="add" isWanted={data !== undefined}>
      {data?.length === 0 ? t(($) => $.addCardFirst) : t(($) => $.add)}
    </Tip>
  );
}
