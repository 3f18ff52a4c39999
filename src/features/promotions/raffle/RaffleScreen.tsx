import { Navigate } from 'react-router-dom';
import type { Campaign } from '../../../../contract/campaigns.ts';
import { useErrorText } from '../../../api/useErrorText.ts';
import { usePolling } from '../../../lib/device/heartbeat.ts';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { Screen } from '../../../ui/screen/Screen.tsx';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { RaffleDraw } from './RaffleDraw.tsx';
import { RaffleEntries } from './RaffleEntries.tsx';
import { RafflePrizes } from './RafflePrizes.tsx';
import { RaffleProof } from './RaffleProof.tsx';
import { RaffleRules } from './RaffleRules.tsx';
import { campaignPath } from '../promotionPaths.ts';
import { useGetRaffleQuery } from '../promotionsApi.ts';
import { pollingInterval } from '../useCampaign.ts';
import { useCampaignTexts } from '../useCampaignTexts.ts';
import type { Visitor } from '../visitor.ts';

export interface RaffleScreenProps {
  campaign: Campaign;
  visitor: Visitor;
}

/** The page of a raffle: today's draw, the odds, the rules and the proof. */
export function RaffleScreen({ campaign, visitor }: RaffleScreenProps) {
  const texts = useCampaignTexts(campaign);
  const errorText = useErrorText();
  // Poll, because the next day may begin, or the seed may be published, while the page is open.
  const { data, error, isFetching, refetch } = useGetRaffleQuery(campaign.type, {
    refetchOnMountOrArgChange: true,
    refetchOnFocus: true,
  });
  usePolling(pollingInterval, refetch);
  if (campaign.kind !== 'raffle') return <Navigate to={campaignPath(campaign)} replace />;
  if (data === undefined) {
    return (
      <Screen heading={texts.title} lead={texts.summary}>
        {error && !isFetching ? (
          <ErrorState message={errorText(error)} onRetry={() => void refetch()} />
        ) : (
          <Skeleton lines={6} />
        )}
      </Screen>
    );
  }
  return (
    <Screen heading={texts.title} lead={texts.summary}>
      <RaffleDraw campaign={campaign} raffle={data} visitor={visitor} />
      <RafflePrizes raffle={data} />
      <RaffleRules campaign={campaign} />
      <RaffleEntries raffle={data} />
      <RaffleProof campaign={campaign} raffle={data} />
    </Screen>
  );
}
