import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { Launcher } from '../features/promotions/Launcher.tsx';
import '../features/promotions/promotionTexts.ts';
import { useCampaign } from '../features/promotions/useCampaign.ts';
import { WithCampaign } from '../features/promotions/WithCampaign.tsx';
import { useVisitor } from './promotions/useVisitor.ts';

export function LauncherPage() {
  const { t } = useTranslation('titles');
  const { type = '' } = useParams();
  const visitor = useVisitor();
  const view = useCampaign(type, visitor.near);
  return (
    <WithCampaign view={view} heading={t(($) => $.campaign)}>
      {(campaign) => <Launcher campaign={campaign} visitor={visitor} />}
    </WithCampaign>
  );
}
