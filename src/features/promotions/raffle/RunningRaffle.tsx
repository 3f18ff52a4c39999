import { Tickets } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router-dom';
import { useErrorText } from '../../../api/useErrorText.ts';
import { ButtonLink } from '../../../ui/button/Button.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { Screen } from '../../../ui/screen/Screen.tsx';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { lastRaffle } from './savedHashes.ts';
import { rafflePath } from '../promotionPaths.ts';
import { useGetCampaignsQuery } from '../promotionsApi.ts';

/**
 * Redirects to the running raffle. If no raffle is running, shows a link to the last raffle that was entered
 * on this device.
 */
export function RunningRaffle() {
  const { t } = useTranslation(['promotions', 'titles', 'common']);
  const errorText = useErrorText();
  const { data, error, isFetching, refetch } = useGetCampaignsQuery(null);
  const running = data?.campaigns.find(({ kind }) => kind === 'raffle');
  if (running) return <Navigate to={rafflePath(running.type)} replace />;
  const last = lastRaffle();
  return (
    <Screen heading={t(($) => $.titles.raffle)}>
      {data ? (
        <EmptyState
          symbol={<Tickets />}
          title={t(($) => $.raffle.none)}
          action={
            <>
              <ButtonLink to="/home">{t(($) => $.common.backToHome)}</ButtonLink>
              {last === null ? null : (
                <ButtonLink to={rafflePath(last)} variant="quiet">
                  {t(($) => $.raffle.seeLast)}
                </ButtonLink>
              )}
            </>
          }
        />
      ) : error && !isFetching ? (
        <ErrorState message={errorText(error)} onRetry={() => void refetch()} />
      ) : (
        <Skeleton lines={5} />
      )}
    </Screen>
  );
}
