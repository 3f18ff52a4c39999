import { useTranslation } from 'react-i18next';
import { savedInvite } from '../../lib/storage/savedInvite.ts';
import { SlotIcon } from '../../ui/display/SlotIcon.tsx';
import styles from './referral.module.css';
import { useReward } from './useReward.ts';

/** Reminds an invited guest of the reward. */
export function InvitedLine() {
  const { t } = useTranslation('referral');
  const reward = useReward();
  if (reward === null || savedInvite() === null) return null;
  return (
    <div className={styles['invited']}>
      <SlotIcon fill={1} size="small" />
      <p>{t(($) => $.invited, { reward })}</p>
    </div>
  );
}
