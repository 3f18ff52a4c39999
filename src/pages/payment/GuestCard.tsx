import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router-dom';
import { formatMoney } from '../../../contract/rules/format/money.ts';
import { quote } from '../../../contract/rules/pricing/pricing.ts';
import type { AddPaymentMethod } from '../../../contract/payment.ts';
import type { Station } from '../../../contract/stations.ts';
import { apiErrorCode, isApiError } from '../../api/apiError.ts';
import { useIsCached } from '../../api/cachedAnswers.ts';
import { useGetConfigQuery } from '../../api/configApi.ts';
import { TermsLine } from '../../features/auth/TermsLine.tsx';
import { BeforePayment } from '../../features/payment/beforePayment.ts';
import { CardForm } from '../../features/payment/card/CardForm.tsx';
import { useAddPaymentMethodMutation } from '../../features/payment/paymentApi.ts';
import { PriceCard } from '../../features/payment/unlock/PriceCard.tsx';
import { StationLead } from '../../features/payment/unlock/StationLead.tsx';
import { serves } from '../../features/stations/nearby/serves.ts';
import { stationPath, useGetStationQuery } from '../../features/stations/stationsApi.ts';
import { useOpenNow } from '../../features/stations/hours/useOpenNow.ts';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { Screen } from '../../ui/screen/Screen.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { usePayAsGuest } from '../rental/usePayAsGuest.ts';

const noAnswer = { status: 500, code: 'serverError' } as const;

/** A guest enters a card, and pays with it at once. */
export function GuestCard({ stationId }: { stationId: string }) {
  const { t } = useTranslation(['payment', 'common']);
  const {
    data: station,
    error,
    fulfilledTimeStamp = 0,
    refetch,
  } = useGetStationQuery(stationId, { refetchOnMountOrArgChange: true });
  const [openedAt] = useState(() => Date.now());
  const isCached = useIsCached(stationPath(stationId));
  if (error && apiErrorCode(error) === 'stationNotFound') {
    return <Navigate to={`/home/scan?invalid=1&equip_id=${stationId}`} replace />;
  }
  if (station === undefined) {
    return (
      <Screen heading={t(($) => $.unlock.heading)}>
        {error ? (
          <ErrorState
            message={t(($) => $.common.priceUnavailable)}
            isExact
            onRetry={() => void refetch()}
          />
        ) : (
          <Skeleton lines={6} />
        )}
      </Screen>
    );
  }
  return <PayByCard station={station} isCurrent={fulfilledTimeStamp > openedAt && !isCached} />;
}

interface PayByCardProps {
  station: Station;
  /** Whether the server has counted the chargers since the page was opened. */
  isCurrent: boolean;
}

function PayByCard({ station, isCurrent }: PayByCardProps) {
  const { t } = useTranslation('payment');
  const { data: config } = useGetConfigQuery();
  const [addPaymentMethod] = useAddPaymentMethodMutation();
  const { openSession, pay } = usePayAsGuest(station);
  const { tariff } = station;
  const isOpen = useOpenNow()(station);
  const { unlockHold } = quote(tariff, null, false);
  // Old counts must not send the guest away. Use only the first current counts, because later counts no longer contain
  // the charger that this payment takes.
  const [hasCharger, decide] = useState<boolean | null>(null);
  if (hasCharger === null && isCurrent) decide(serves(station, 'rent'));
  if (hasCharger === false) return <Navigate to={`/home?equip_id=${station.id}`} replace />;
  const amount = formatMoney({ amount: unlockHold, currency: tariff.currency });

  const save = async (card: AddPaymentMethod) => {
    // Ignore the counts from now on, because they may no longer contain the charger of this payment.
    decide(true);
    const refused = await openSession();
    if (refused !== null) return { status: 0, code: refused };
    const { data, error } = await addPaymentMethod(card);
    if (data === undefined) return isApiError(error) ? error : noAnswer;
    return pay(data.id);
  };

  return (
    <BeforePayment value={openSession}>
      <CardForm
        country={config?.country ?? 'US'}
        isFirst
        save={save}
        onAdded={() => undefined}
        payment={{
          heading: t(($) => $.unlock.heading),
          lead: <StationLead station={station} isClosed={!isOpen} />,
          pay: t(($) => $.unlock.pay, { amount }),
          paying: t(($) => $.unlock.paying),
          price: <PriceCard tariff={tariff} coupon={null} byGoCash={false} onChangeCoupon={null} />,
          terms: <TermsLine />,
        }}
      />
    </BeforePayment>
  );
}
