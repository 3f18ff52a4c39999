import { useTranslation } from 'react-i18next';
import type { Order } from '../../../../contract/orders.ts';
import { LazyPart } from '../../../lib/loading/lazyPart.ts';
import { withTexts } from '../../../lib/language/texts.ts';
import { useLazyPart } from '../../../lib/loading/useLazyPart.ts';
import { Button } from '../../../ui/button/Button.tsx';

const claimPanel = new LazyPart(
  async () => (await withTexts(import('./ClaimPanel.tsx'), 'claims')).ClaimPanel,
);

/** Loads the button "I returned it". Until then a disabled button has its place. */
export function LazyClaim({ order }: { order: Order }) {
  const { t } = useTranslation('orders');
  const part = useLazyPart(claimPanel);
  if (part.status === 'ready') return <part.Part order={order} />;
  return (
    <Button
      variant="quiet"
      disabled={part.status !== 'failed'}
      onClick={() => void claimPanel.fetch()}
    >
      {t(($) => $.home.claim)}
    </Button>
  );
}
