import { BadgePercent } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Campaign } from '../../../contract/campaigns.ts';
import { useErrorText } from '../../api/useErrorText.ts';
import { ButtonLink } from '../../ui/button/Button.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { RowLink } from '../../ui/link/RowLink.tsx';
import { Screen } from '../../ui/screen/Screen.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { Launcher } from './Launcher.tsx';
import { campaignPath } from './promotionPaths.ts';
import { useGetCampaignsQuery } from './promotionsApi.ts';
import { useCampaignTexts } from './useCampaignTexts.ts';
import { Period } from './RewardCard.tsx';
import { useRewardWords } from './useRewardWords.ts';
import type { Visitor } from './visitor.ts';

/** The list of offers: the offer for new riders and the other running campaigns. */
export function Offers({ visitor }: { visitor: Visitor }) {
  const { t } = useTranslation('promotions');
  const errorText = useErrorText();
  const { data, error, isFetching, refetch } = useGetCampaignsQuery(visitor.near, {
    refetchOnMountOrArgChange: true,
    refetchOnFocus: true,
  });
  if (data === undefined) {
    return (
      <Screen heading={t(($) => $.offers)}>
        {error && !isFetching ? (
          <ErrorState message={errorText(error)} onRetry={() => void refetch()} />
        ) : (
          <Skeleton lines={5} />
        )}
      </Screen>
    );
  }
  const welcome = data.campaigns.find(
    ({ kind, audience, state }) =>
      kind === 'offer' && audience === 'newRiders' && state !== 'ended' && state !== 'upcoming',
  );
  const others = data.campaigns.filter((campaign) => campaign !== welcome);
  if (welcome) {
    const more = others.length === 0 ? null : <OfferRows campaigns={others} />;
    return <Launcher campaign={welcome} visitor={visitor} more={more} />;
  }
  return (
    <Screen heading={t(($) => $.offers)} lead={others.length === 0 ? null : t(($) => $.none.lead)}>
      {others.length === 0 ? (
        <EmptyState
          symbol={<BadgePercent />}
          title={t(($) => $.none.title)}
          action={<ButtonLink to="/search">{t(($) => $.use.findStation)}</ButtonLink>}
        />
      ) : (
        <OfferRows campaigns={others} />
      )}
    </Screen>
  );
}

function OfferRows({ campaigns }: { campaigns: readonly Campaign[] }) {
  const { t } = useTranslation('promotions');
  return (
    <section>
      <h2>{t(($) => $.more)}</h2>
      {campaigns.map((campaign) => (
        <OfferRow key={campaign.type} campaign={campaign} />
      ))}
    </section>
  );
}

function OfferRow({ campaign }: { campaign: Campaign }) {
  const { title } = useCampaignTexts(campaign);
  const { whole } = useRewardWords();
  return (
    <RowLink
      to={campaignPath(campaign)}
      icon={<BadgePercent />}
      label={title}
      detail={
        <>
          {campaign.reward === null ? null : <>{whole(campaign.reward)} · </>}
          <Period campaign={campaign} />
        </>
      }
    />
  );
}
