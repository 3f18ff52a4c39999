import { useTranslation } from 'react-i18next';
import type { Campaign, CampaignReward } from '../../../contract/campaigns.ts';
import { useLanguage } from '../../lib/language/language.ts';
import { formatMoney } from '../../../contract/rules/format/money.ts';
import { SlotIcon } from '../../ui/display/SlotIcon.tsx';
import styles from './promotions.module.css';
import { useRewardWords } from './useRewardWords.ts';
import { ZonedTime } from './raffle/ZonedTime.tsx';

export interface RewardCardProps {
  campaign: Campaign;
  reward: CampaignReward;
}

/** A card about a campaign: reward, audience and end. */
export function RewardCard({ campaign, reward }: RewardCardProps) {
  const words = useRewardWords();
  const conditions = useConditions(campaign, reward);
  return (
    <section className={styles['card']}>
      <div className={styles['prize']}>
        <SlotIcon fill={1} size="small" />
        <p className={styles['worth']}>
          <strong className={styles['value']}>{words.value(reward)}</strong>{' '}
          <span className={styles['kind']}>{words.kind(reward)}</span>
        </p>
      </div>
      <ul className={styles['conditions']}>
        {conditions.map((condition) => (
          <li key={condition}>{condition}</li>
        ))}
        <li>
          <Period campaign={campaign} />
        </li>
      </ul>
    </section>
  );
}

function useConditions(campaign: Campaign, reward: CampaignReward): string[] {
  const { t } = useTranslation('promotions');
  const audience = useAudience(campaign);
  const conditions = audience === null ? [] : [audience];
  if (reward.kind === 'amountOff' && reward.minimumTotal !== null) {
    const amount = formatMoney(reward.minimumTotal);
    conditions.push(t(($) => $.minimum, { amount }));
  }
  if (reward.kind !== 'goCash') {
    conditions.push(
      reward.validDays === null
        ? t(($) => $.validAlways)
        : t(($) => $.validDays, { count: reward.validDays }),
    );
  }
  conditions.push(t(($) => $.perPerson, { count: campaign.perPerson }));
  return conditions;
}

/** The cities of a campaign as a list in the active language. */
export function useCities({ cities }: Campaign): string {
  const { language } = useLanguage();
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(cities);
}

/** Returns the audience of a campaign as text, or null if the campaign is for everyone. */
export function useAudience(campaign: Campaign): string | null {
  const { t } = useTranslation('promotions');
  const cities = useCities(campaign);
  switch (campaign.audience) {
    case 'everyone':
      return null;
    case 'newRiders':
      return t(($) => $.forNewRiders);
    case 'cities':
      return t(($) => $.forCities, { cities });
  }
}

/** The end of the campaign, and its start if the start is in the future. */
export function Period({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation('promotions');
  const { state, startsAt, endsAt, timeZone } = campaign;
  return (
    <>
      {state === 'upcoming' ? (
        <>
          {t(($) => $.starts)} <ZonedTime value={startsAt} timeZone={timeZone} />
          <br />
        </>
      ) : null}
      {state === 'ended' ? t(($) => $.ended) : t(($) => $.ends)}{' '}
      <ZonedTime value={endsAt} timeZone={timeZone} />
    </>
  );
}
