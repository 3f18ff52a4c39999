import type { Campaign, CampaignTexts } from '../../../contract/campaigns.ts';
import { useLanguage } from '../../lib/language/language.ts';

/** The operator's texts about a campaign, in the language of the app. */
export function useCampaignTexts({ texts }: Pick<Campaign, 'texts'>): CampaignTexts {
  const { language } = useLanguage();
  return texts[language];
}
