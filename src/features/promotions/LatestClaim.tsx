import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router-dom';
import { useErrorText } from '../../api/useErrorText.ts';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { Screen } from '../../ui/screen/Screen.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { NothingClaimed } from './NothingClaimed.tsx';
import { useGetCampaignsQuery } from './promotionsApi.ts';

/**
 * The page for an address without a campaign. It redirects to the running campaign that the rider
 * claimed last, or shows `NothingClaimed`.
 */
export function LatestClaim({ to }: { to: (type: string) => string }) {
  const { t } = useTranslation('promotions');
  const errorText = useErrorText();
  const { data, isFetching, error, refetch } = useGetCampaignsQuery(null, {
    refetchOnMountOrArgChange: true,
  });
  if (data && !isFetching) {
    const [latest] = data.campaigns
      .flatMap(({ type, mine }) => (mine?.claims ?? []).map(({ at }) => ({ type, at })))
      .toSorted((a, b) => b.at.localeCompare(a.at));
    if (latest) return <Navigate to={to(latest.type)} replace />;
    return <NothingClaimed campaign={null} />;
  }
  return (
    <Screen heading={t(($) => $.claimed.heading)}>
      {error && !isFetching ? (
        <ErrorState message={errorText(error)} onRetry={() => void refetch()} />
      ) : (
        <Skeleton lines={4} />
      )}
    </Screen>
  );
}
