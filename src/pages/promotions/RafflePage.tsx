import { useTranslation } from 'react-i18next';
import '../../features/promotions/promotionTexts.ts';
import { RaffleScreen } from '../../features/promotions/raffle/RaffleScreen.tsx';
import { RunningRaffle } from '../../features/promotions/raffle/RunningRaffle.tsx';
import { useCampaign } from '../../features/promotions/useCampaign.ts';
import { WithCampaign } from '../../features/promotions/WithCampaign.tsx';
import { useTypeQuery } from './useTypeQuery.ts';
import { useVisitor } from './useVisitor.ts';

export function RafflePage() {
  const { t } = useTranslation('titles');
  const type = useTypeQuery();
  const visitor = useVisitor();
  const view = useCampaign(type, visitor.near);
  if (type === null) return <RunningRaffle />;
  return (
    <WithCampaign view={view} heading={t(($) => $.raffle)}>
      {(campaign) => <RaffleScreen key={type} campaign={campaign} visitor={visitor} />}
    </WithCampaign>
  );
}
