import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { TopUp } from '../../../contract/wallet.ts';
import { apiErrorCode } from '../../api/apiError.ts';
import { usePolling } from '../../lib/device/heartbeat.ts';
import { ButtonLink } from '../../ui/button/Button.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { Screen } from '../../ui/screen/Screen.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { useGetTopUpQuery } from './walletApi.ts';

/** Milliseconds between requests while a payment is in progress. */
const pollMs = 1500;

export interface TopUpLoaderProps {
  id: string;
  /** The title of the page while no top-up is shown. */
  heading: string;
  children: (topUp: TopUp) => ReactNode;
}

/** A page about one top-up. The page polls the top-up until the top-up ends. */
export function TopUpLoader({ id, heading, children }: TopUpLoaderProps) {
  const { t } = useTranslation(['wallet', 'errors']);
  const { data, error, refetch } = useGetTopUpQuery(id, {
    refetchOnFocus: true,
  });
  usePolling(hasEnded(data) ? 0 : pollMs, refetch);
  if (data) return children(data);

  const code = error === undefined ? null : apiErrorCode(error);
  const isMissing = code === 'topUpNotFound' || code === 'notFound' || code === 'invalidInput';
  return (
    <Screen
      heading={heading}
      footer={
        isMissing ? (
          <ButtonLink to="/payment" replace>
            {t(($) => $.follow.toPayment)}
          </ButtonLink>
        ) : null
      }
    >
      {code === null ? (
        <Skeleton lines={4} />
      ) : (
        <ErrorState
          message={isMissing ? t(($) => $.errors.topUpNotFound) : t(($) => $.errors[code])}
          onRetry={isMissing ? undefined : () => void refetch()}
        />
      )}
    </Screen>
  );
}

function hasEnded(topUp: TopUp | undefined): boolean {
  return topUp?.state === 'credited' || topUp?.state === 'declined';
}
