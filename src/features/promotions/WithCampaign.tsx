import type { ReactNode } from 'react';
import { Navigate } from 'react-router-dom';
import type { Campaign } from '../../../contract/campaigns.ts';
import { useErrorText } from '../../api/useErrorText.ts';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { Screen } from '../../ui/screen/Screen.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { endedPath } from './promotionPaths.ts';
import type { CampaignView } from './useCampaign.ts';

export interface WithCampaignProps {
  view: CampaignView;
  /** The title of the page while the campaign is unknown. */
  heading: string;
  children: (campaign: Campaign, isAsking: boolean) => ReactNode;
}

/** A page about one campaign, with its loading and error states. */
export function WithCampaign({ view, heading, children }: WithCampaignProps) {
  const errorText = useErrorText();
  switch (view.status) {
    case 'unknown':
      return <Navigate to={endedPath(null)} replace />;
    case 'here':
      return children(view.campaign, view.isAsking);
    case 'loading':
      return (
        <Screen heading={heading}>
          <Skeleton lines={5} />
        </Screen>
      );
    case 'failed':
      return (
        <Screen heading={heading}>
          <ErrorState message={errorText(view.error)} onRetry={view.retry} />
        </Screen>
      );
  }
}
