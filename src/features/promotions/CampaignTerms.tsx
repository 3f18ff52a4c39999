import { skipToken } from '@reduxjs/toolkit/query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Campaign } from '../../../contract/campaigns.ts';
import { campaignType } from '../../../contract/rules/promotions/campaignType.ts';
import { apiErrorCode } from '../../api/apiError.ts';
import { useErrorText } from '../../api/useErrorText.ts';
import { useLanguage } from '../../lib/language/language.ts';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { useGetCampaignQuery } from './promotionsApi.ts';

/** Additional terms of a campaign. */
export interface OwnTerms {
  heading: string;
  text: readonly string[];
}

export interface CampaignTermsProps {
  /** The campaign in the address. If the campaign is null or unknown, only the general terms are shown. */
  type: string | null;
  children: (own: OwnTerms | undefined) => ReactNode;
}

/**
 * Adds the terms of one campaign to the general terms. The general terms also work without a
 * network.
 */
export function CampaignTerms({ type, children }: CampaignTermsProps) {
  const { t } = useTranslation(['settings', 'common']);
  const isType = type !== null && campaignType.test(type);
  const { data, error, refetch } = useGetCampaignQuery(isType ? { type, near: null } : skipToken);
  const own = useOwnTerms(data);
  const errorText = useErrorText();
  const code = error === undefined ? null : apiErrorCode(error);
  return (
    <>
      {code !== null && code !== 'campaignNotFound' && data === undefined ? (
        <Banner
          tone="due"
          action={
            <Button variant="text" onClick={() => void refetch()}>
              {t(($) => $.common.tryAgain)}
            </Button>
          }
        >
          {code === 'network' ? errorText(error) : t(($) => $.legal.ownTermsFailed)}
        </Banner>
      ) : null}
      {children(own)}
    </>
  );
}

function useOwnTerms(campaign: Campaign | undefined): OwnTerms | undefined {
  const { t } = useTranslation('settings');
  const { language } = useLanguage();
  if (campaign === undefined) return undefined;
  const { title, terms } = campaign.texts[language];
  if (terms.length === 0) return undefined;
  return { heading: t(($) => $.legal.ownTerms, { title }), text: terms };
}
