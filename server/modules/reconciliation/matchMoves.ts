/** A booking of the server, or a transaction of the provider, that moved money of a hold or charge. */
export interface Move {
  /** The key of the booking, or the provider's id of the transaction. */
  readonly id: string;
  readonly kind: string;
  readonly authorization: string | null;
  /** The signed amount in minor units. It is positive if the operator gets money. */
  readonly amount: number;
  readonly currency: string;
  readonly at: Date;
}

interface Pair<T extends Move = Move> {
  readonly ours: T;
  readonly theirs: T;
}

export interface Comparison {
  /** Pairs of a booking and its transaction. */
  readonly matched: Pair[];
  /** The provider's transactions that cancel each other and have no bookings in the ledger. */
  readonly cancelled: Move[];
  /** Pairs of a booking and its transaction with different amounts. */
  readonly unequal: Pair[];
  readonly missingHere: Move[];
  readonly missingThere: Move[];
}

/**
 * Compares the ledger's bookings with the provider's transactions. A booking and a transaction
 * match if they have the same hold or charge, the same kind, the same amount and the same currency.
 * Movements after `settledAt` can match, but cause no difference yet, because the matching booking
 * or transaction may come later. The order of the lists does not matter.
 */
export function matchMoves(
  ours: readonly Move[],
  theirs: readonly Move[],
  settledAt: Date,
): Comparison {
  const matched: Pair[] = [];
  const openOurs = new Map<string, Move[]>();
  for (const move of ours.toSorted(byTime)) push(openOurs, exactKey(move), move);
  const openTheirs = theirs.toSorted(byTime).filter((move) => {
    const found = openOurs.get(exactKey(move))?.shift();
    if (found) matched.push({ ours: found, theirs: move });
    return !found;
  });

  const isSettled = ({ at }: Move) => at <= settledAt;
  const { left, cancelled } = dropCancelled(openTheirs.filter(isSettled));
  const unequal: Pair[] = [];
  const differing = new Map<string, Move[]>();
  const restOfOurs = [...openOurs.values()].flat().filter(isSettled).toSorted(byTime);
  for (const move of restOfOurs) push(differing, sameMove(move), move);
  const missingHere = left.filter((move) => {
    const found = differing.get(sameMove(move))?.shift();
    if (found) unequal.push({ ours: found, theirs: move });
    return !found;
  });
  return { matched, cancelled, unequal, missingHere, missingThere: [...differing.values()].flat() };
}

/**
 * Separates refunds that failed before the server booked them. The provider has two transactions of such a refund: one
 * for the refund, and one for the return of the money.
 */
function dropCancelled(theirs: readonly Move[]): { left: Move[]; cancelled: Move[] } {
  const refunds = new Map<string, Move[]>();
  for (const move of theirs) if (move.kind === 'refund') push(refunds, returnKey(move, 1), move);
  const cancelled = theirs
    .filter(({ kind }) => kind === 'refundFailure')
    .flatMap((failure) => {
      const refund = refunds.get(returnKey(failure, -1))?.shift();
      return refund ? [failure, refund] : [];
    });
  const gone = new Set(cancelled.map(({ id }) => id));
  return { left: theirs.filter(({ id }) => !gone.has(id)), cancelled };
}

function returnKey({ authorization, amount, currency }: Move, sign: 1 | -1): string {
  return [authorization, amount * sign, currency].join(' ');
}

function exactKey(move: Move): string {
  return [sameMove(move), move.amount, move.currency].join(' ');
}

function sameMove({ authorization, kind }: Move): string {
  return [authorization, kind].join(' ');
}

function byTime(a: Move, b: Move): number {
  return a.at.getTime() - b.at.getTime() || (a.id < b.id ? -1 : 1);
}

function push(groups: Map<string, Move[]>, key: string, move: Move): void {
  const group = groups.get(key);
  if (group) group.push(move);
  else groups.set(key, [move]);
}
