import { useEffect, useId, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../api/apiError.ts';
import { useConnection } from '../../api/connection.ts';
import { useErrorText } from '../../api/useErrorText.ts';
import type { FriendReward } from '../../../contract/referral.ts';
import { formatDuration } from '../../../contract/rules/format/duration.ts';
import { formatMoney } from '../../../contract/rules/format/money.ts';
import { ButtonLink } from '../../ui/button/Button.tsx';
import { Disclosure } from '../../ui/dialog/Disclosure.tsx';
import { useRedeemFriendCodeMutation } from './friendCodeApi.ts';
import { FriendCodeField } from './FriendCodeField.tsx';
import { readInvite } from './readInvite.ts';
import styles from './referral.module.css';
import type { FriendCodeStanding } from './useFriendCode.ts';

export interface FriendCodeProps extends FriendCodeStanding {
  prefilled: string;
}

/** A field for a friend's invite code. It is for riders who registered without a code. */
export function FriendCode({
  prefilled,
  standing,
  isLoading,
  rewarded,
  onRewarded,
}: FriendCodeProps) {
  const { t } = useTranslation('referral');
  const field = useRef<HTMLInputElement>(null);

  if (rewarded !== null) return <Rewarded {...rewarded} />;
  // The field is hidden from a rider who can no longer redeem a code.
  if (isLoading || standing?.state === 'closed') return null;
  if (standing?.state === 'used')
    return <p className={styles['detail']}>{t(($) => $.enter.used)}</p>;
  return (
    <Disclosure
      summary={t(($) => $.enter.heading)}
      open={prefilled !== ''}
      onOpened={() => field.current?.focus()}
    >
      {standing ? <p>{t(($) => $.enter.now, { reward: formatMoney(standing.reward) })}</p> : null}
      <Entry ref={field} prefilled={prefilled} onRewarded={onRewarded} />
    </Disclosure>
  );
}

interface EntryProps {
  ref: RefObject<HTMLInputElement | null>;
  prefilled: string;
  onRewarded: (reward: FriendReward) => void;
}

function Entry({ ref: field, prefilled, onRewarded }: EntryProps) {
  const { t, i18n } = useTranslation(['referral', 'common']);
  const errorText = useErrorText();
  const offline = useConnection() === 'offline';
  const [typed, type] = useState(prefilled);
  const [problem, setProblem] = useState<string | null>(null);
  const [redeem, { isLoading }] = useRedeemFriendCodeMutation();
  const reasonId = useId();

  const refuse = (text: string) => {
    setProblem(text);
    field.current?.focus();
    field.current?.select();
  };

  const apply = async () => {
    if (isLoading || offline) return;
    const code = readInvite(typed);
    if (code === null) {
      refuse(typed.trim() === '' ? t(($) => $.enter.missing) : t(($) => $.enter.malformed));
      return;
    }
    setProblem(null);
    const { data, error } = await redeem({ code });
    if (data) {
      onRewarded(data);
    } else if (isApiError(error) && error.code === 'tooManyRequests') {
      const time = formatDuration((error.retryAfter ?? 60) * 1000, i18n.language);
      refuse(t(($) => $.enter.locked, { time }));
    } else if (isApiError(error) && (error.status === 0 || error.status >= 500)) {
      refuse(t(($) => $.enter.outcomeUnknown));
    } else {
      refuse(errorText(error));
    }
  };

  return (
    <>
      <FriendCodeField
        ref={field}
        label={t(($) => $.enter.label)}
        value={typed}
        onChange={(text) => {
          type(text);
          setProblem(null);
        }}
        onApply={() => void apply()}
        busy={isLoading}
        error={problem}
        blocked={offline ? { reasonId } : null}
      />
      {offline ? (
        <p id={reasonId} className={styles['detail']}>
          {t(($) => $.common.offlineActions)}
        </p>
      ) : null}
    </>
  );
}

/** Shows the reward that the rider got for the code, and where the rider finds this reward. */
function Rewarded({ reward, pending = false }: FriendReward) {
  const { t } = useTranslation('referral');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className={styles['card']} aria-labelledby="friend-code-counted">
      <h2 id="friend-code-counted" ref={heading} tabIndex={-1}>
        {t(($) => $.enter.counted)}
      </h2>
      <p>
        {t(($) => (pending ? $.enter.pendingDetail : $.enter.countedDetail), {
          reward: formatMoney(reward),
        })}
      </p>
      <ButtonLink to="/payment" variant="quiet">
        {t(($) => $.enter.seeGoCash)}
      </ButtonLink>
    </section>
  );
}
