import { useTranslation } from 'react-i18next';
import { isReferral } from '../../../contract/rules/shapes/storedShapes.ts';
import { usePersonalAnswer } from '../../api/usePersonalAnswer.ts';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { Screen } from '../../ui/screen/Screen.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { UpdatedAt } from '../../ui/display/UpdatedAt.tsx';
import { HowItWorksRow } from './HowItWorksRow.tsx';
import { InviteCard } from './InviteCard.tsx';
import { useGetReferralQuery } from './referralApi.ts';
import { Rewards } from './Rewards.tsx';
import { useReward } from './useReward.ts';

/** The rider's own invite code and its rewards. `ownCode` is available even without the server. */
export function GetFree({ ownCode }: { ownCode: string | null }) {
  const { t } = useTranslation(['referral', 'titles']);
  const reward = useReward();
  const query = useGetReferralQuery(undefined, {
    refetchOnMountOrArgChange: true,
    refetchOnFocus: true,
  });
  const { refetch } = query;
  const { data, oldFrom, isMissing } = usePersonalAnswer('referral', isReferral, query);
  const code = data?.code ?? ownCode;
  const link = data?.link ?? (code === null ? null : ownLink(code));

  return (
    <Screen
      heading={reward === null ? t(($) => $.titles.getFree) : t(($) => $.heading, { reward })}
      lead={reward === null ? null : t(($) => $.lead, { reward })}
    >
      {code === null || link === null ? (
        isMissing ? null : (
          <Skeleton lines={4} />
        )
      ) : (
        <InviteCard
          code={code}
          link={link}
          message={reward === null ? null : t(($) => $.shareText, { code, reward })}
        />
      )}
      <HowItWorksRow />
      {data ? (
        <Rewards referral={data} age={oldFrom === null ? null : <UpdatedAt at={oldFrom} />} />
      ) : null}
      {isMissing ? (
        <ErrorState message={t(($) => $.rewardsFailed)} onRetry={() => void refetch()} />
      ) : null}
      {!data && !isMissing && code !== null ? <Skeleton lines={3} /> : null}
    </Screen>
  );
}

/** Returns the invite link in the server's format. The app uses it until the server has answered. */
function ownLink(code: string): string {
  const link = new URL('/home', window.location.origin);
  link.searchParams.set('invite', code);
  return link.href;
}
