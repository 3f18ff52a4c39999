import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../ui/button/Button.tsx';
import { Screen } from '../../ui/screen/Screen.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { HowItWorksRow } from './HowItWorksRow.tsx';
import { InvitedLine } from './InvitedLine.tsx';
import { useReward } from './useReward.ts';

/** Shows guests the reward of an invitation. Guests have no code yet. */
export function GuestPitch({ loginPath }: { loginPath: string }) {
  const { t } = useTranslation(['referral', 'titles']);
  const reward = useReward();
  return (
    <Screen
      heading={reward === null ? t(($) => $.titles.getFree) : t(($) => $.heading, { reward })}
      lead={reward === null ? null : t(($) => $.guestLead, { reward })}
      footer={<ButtonLink to={loginPath}>{t(($) => $.logIn)}</ButtonLink>}
    >
      {reward === null ? <Skeleton lines={2} /> : null}
      <InvitedLine />
      <HowItWorksRow />
    </Screen>
  );
}
