import type { FriendCodeState, FriendReward } from '../../referral.ts';
import { isFlag, isMoney, isOneOf, objectOf, orAbsent } from './shapes.ts';

export const isFriendCodeState = objectOf<FriendCodeState>({
  state: isOneOf('open', 'used', 'closed'),
  reward: isMoney,
});

export const isFriendReward = objectOf<FriendReward>({
  reward: isMoney,
  pending: orAbsent(isFlag),
});
