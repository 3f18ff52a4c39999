import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { claimedPath } from '../../features/promotions/promotionPaths.ts';
import '../../features/promotions/promotionTexts.ts';
import { StartCampaign } from '../../features/promotions/StartCampaign.tsx';
import { useCampaign } from '../../features/promotions/useCampaign.ts';
import { WithCampaign } from '../../features/promotions/WithCampaign.tsx';
import { useRouteParams } from '../../lib/navigation/routeParams.ts';
import { useIsMounted } from '../../lib/page/useIsMounted.ts';
import { useVisitor } from './useVisitor.ts';

export function StartCampaignPage() {
  const { t } = useTranslation('titles');
  const navigate = useNavigate();
  const { type = '' } = useRouteParams();
  const visitor = useVisitor();
  const view = useCampaign(type, visitor.near);
  const stillHere = useIsMounted();
  const toReward = () => {
    // Replace this page, so that Back does not lead to an offer that the rider has already claimed.
    if (stillHere()) void navigate(claimedPath(type), { replace: true });
  };
  return (
    <WithCampaign view={view} heading={t(($) => $.campaignStart)}>
      {(campaign) => <StartCampaign campaign={campaign} visitor={visitor} onClaimed={toReward} />}
    </WithCampaign>
  );
}
