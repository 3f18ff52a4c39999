import { useState } from 'react';
import type { FriendCodeState, FriendReward } from '../../../contract/referral.ts';
import { useGetFriendCodeQuery, useRedeemFriendCodeMutation } from './friendCodeApi.ts';
import { readInvite } from './readInvite.ts';

export interface FriendCodeStanding {
  /** Whether the rider can redeem a code. The value is undefined until the server has answered. */
  standing: FriendCodeState | undefined;
  isLoading: boolean;
  /** The reward of a code that was just redeemed. */
  rewarded: FriendReward | null;
  onRewarded: (reward: FriendReward) => void;
}

/**
 * Returns whether the rider can redeem a friend's code, a function that redeems a code, and the
 * reward of a redeemed code.
 */
export function useFriendCode() {
  const [rewarded, onRewarded] = useState<FriendReward | null>(null);
  const { data, isLoading } = useGetFriendCodeQuery(undefined, { refetchOnMountOrArgChange: true });
  const [redeem] = useRedeemFriendCodeMutation();

  /**
   * If the text is an invite code, tries to redeem it, because riders also type a friend's code into the field for
   * coupons. Resolves to true if the server accepted the code.
   */
  const tryCode = async (text: string): Promise<boolean> => {
    const code = readInvite(text);
    if (code === null || data?.state === 'used' || data?.state === 'closed') return false;
    const answer = await redeem({ code });
    if (answer.data === undefined) return false;
    onRewarded(answer.data);
    return true;
  };

  const friendCode: FriendCodeStanding = { standing: data, isLoading, rewarded, onRewarded };
  return { ...friendCode, tryCode };
}
