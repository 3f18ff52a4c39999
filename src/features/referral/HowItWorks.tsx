import { useTranslation } from 'react-i18next';
import { Screen } from '../../ui/screen/Screen.tsx';
import { Steps } from '../../ui/display/Steps.tsx';
import styles from './referral.module.css';
import { useReward } from './useReward.ts';

/** The steps from the invite link to the reward. */
export function HowItWorks() {
  const { t } = useTranslation('referral');
  const reward = useReward();
  const steps = [
    { title: t(($) => $.how.shareTitle), text: t(($) => $.how.shareText) },
    { title: t(($) => $.how.registerTitle), text: t(($) => $.how.registerText) },
    // Show no reward until the amount is known.
    ...(reward === null
      ? []
      : [{ title: t(($) => $.how.rewardTitle, { reward }), text: t(($) => $.how.rewardText) }]),
  ];
  return (
    <Screen heading={t(($) => $.how.heading)}>
      <Steps steps={steps} />
      <p className={styles['detail']}>{t(($) => $.how.rules)}</p>
    </Screen>
  );
}
