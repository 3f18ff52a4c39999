import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Referral, ReferralReward } from '../../../contract/referral.ts';
import { DateTime } from '../../ui/display/DateTime.tsx';
import { Money } from '../../ui/display/Money.tsx';
import { SlotIcon } from '../../ui/display/SlotIcon.tsx';
import { Tag } from '../../ui/display/Tag.tsx';
import styles from './referral.module.css';

export interface RewardsProps {
  referral: Referral;
  /** Shows the age of the data if the server did not answer. */
  age: ReactNode;
}

/** The rewards of invitations that the rider sent or accepted. Each row shows the state of one reward. */
export function Rewards({ referral, age }: RewardsProps) {
  const { t } = useTranslation('referral');
  const { rewards, rewarded, limit } = referral;
  return (
    <section className={styles['rewards']}>
      <h2>{t(($) => $.rewards)}</h2>
      <p className={styles['detail']}>
        {rewards.length === 0
          ? t(($) => $.none)
          : t(($) => $.rewardedCount, { count: rewarded, limit })}
      </p>
      {age === null ? null : <p className={styles['detail']}>{age}</p>}
      {rewards.length > 0 ? (
        <ul className={styles['list']}>
          {rewards.map((reward) => (
            <Reward key={reward.id} reward={reward} />
          ))}
        </ul>
      ) : null}
    </section>
  );
}

function Reward({ reward }: { reward: ReferralReward }) {
  const { t } = useTranslation('referral');
  const { role, initials, state, pending = false } = reward;
  const who =
    role === 'friend'
      ? t(($) => $.byInvitation)
      : initials === null
        ? t(($) => $.friend)
        : t(($) => $.friendNamed, { initials });
  return (
    <li className={styles['reward']}>
      <span className={styles['badge']} aria-hidden="true">
        {role === 'invited' && initials !== null ? initials : <SlotIcon fill={1} size="small" />}
      </span>
      <span className={styles['what']}>
        <strong>{who}</strong>
        <span className={styles['detail']}>
          <DateTime value={reward.at} />
        </span>
      </span>
      <span className={styles['much']}>
        {state === 'credited' && pending ? (
          <Tag tone="neutral">{t(($) => $.pending)}</Tag>
        ) : state === 'credited' ? (
          <span className={styles['in']}>
            +<Money value={reward.amount} />
          </span>
        ) : (
          <Tag tone={state === 'reversed' ? 'due' : 'neutral'}>{t(($) => $[state])}</Tag>
        )}
      </span>
    </li>
  );
}
