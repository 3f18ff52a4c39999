import { useTranslation } from 'react-i18next';
import { Launcher } from '../../features/promotions/Launcher.tsx';
import '../../features/promotions/promotionTexts.ts';
import { useCampaign } from '../../features/promotions/useCampaign.ts';
import { WithCampaign } from '../../features/promotions/WithCampaign.tsx';
import { useRouteParams } from '../../lib/navigation/routeParams.ts';
import { useVisitor } from './useVisitor.ts';

export function LauncherPage() {
  const { t } = useTranslation('titles');
  const { type = '' } = useRouteParams();
  const visitor = useVisitor();
  const view = useCampaign(type, visitor.near);
  return (
    <WithCampaign view={view} heading={t(($) => $.campaign)}>
      {(campaign) => <Launcher campaign={campaign} visitor={visitor} />}
    </WithCampaign>
  );
}
