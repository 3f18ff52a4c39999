import type { Order } from '../../../../contract/orders.ts';
import { orderPhase } from '../../../features/orders/orderPhase.ts';
import { useStoredClaim } from '../../../features/orders/running/waitingClaim.ts';
import { LazyPart } from '../../../lib/loading/lazyPart.ts';
import { withTexts } from '../../../lib/language/texts.ts';
import { useLazyPart } from '../../../lib/loading/useLazyPart.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { useClaimText } from './useClaimText.ts';

const claimPanel = new LazyPart(
  async () => (await withTexts(import('./ClaimPanel.tsx'), 'claims')).ClaimPanel,
);

const endedClaim = new LazyPart(
  async () => (await withTexts(import('./EndedClaim.tsx'), 'claims')).EndedClaim,
);

/**
 * Loads the button "I returned it". Until it has loaded, a disabled button is in its place. If the code failed to load,
 * a press loads it again.
 */
export function LazyClaim({ order }: { order: Order }) {
  const text = useClaimText(order);
  const part = useLazyPart(claimPanel);
  if (part.status === 'ready') return <part.Part order={order} />;
  return (
    <Button
      variant="quiet"
      disabled={part.status !== 'failed'}
      onClick={() => void claimPanel.fetch()}
    >
      {text}
    </Button>
  );
}

export interface LazyEndedClaimProps {
  /** The order that home shows; null if home shows none. */
  current: Order | null;
}

/**
 * Explains what happened to a claim that the server had not answered before the rental ended. The
 * code loads only if there is such a claim.
 */
export function LazyEndedClaim({ current }: LazyEndedClaimProps) {
  const claim = useStoredClaim();
  const shown = current?.id === claim?.orderId ? current : null;
  const isEnded = claim !== null && (shown === null || orderPhase(shown) !== 'out');
  const part = useLazyPart(endedClaim, isEnded);
  return isEnded && part.status === 'ready' ? <part.Part claim={claim} current={shown} /> : null;
}
