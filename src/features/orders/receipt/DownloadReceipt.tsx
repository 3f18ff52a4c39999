import { Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { Order } from '../../../../contract/orders.ts';
import { longMessageMs } from '../../../lib/constants.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { useToast } from '../../../ui/feedback/messages.ts';
import { ReceiptSheet } from './ReceiptSheet.tsx';
import { shareOrSave, prepareToDraw } from './receiptImage.ts';

/**
 * A button that makes an image of the receipt. It opens the share sheet if the browser can share files. If
 * not, it saves a file.
 */
export function DownloadReceipt({ order, brand }: { order: Order; brand: string }) {
  const { t } = useTranslation('orders');
  const toast = useToast();
  const sheet = useRef<HTMLDivElement>(null);
  const [drawing, setDrawing] = useState(false);
  useEffect(prepareToDraw, []);

  const download = async () => {
    // The page contains the receipt for the image only while the image is drawn. If the receipt stayed,
    // screen readers would find two receipts.
    flushSync(() => setDrawing(true));
    if (sheet.current === null) return;
    const outcome = await shareOrSave(sheet.current, {
      name: `receipt-${order.number}.png`,
      title: t(($) => $.receipt.imageTitle, { number: order.number }),
      text: sheet.current.innerText,
    });
    setDrawing(false);
    if (outcome === 'saved') toast(t(($) => $.receipt.saved));
    if (outcome === 'failed') {
      toast(
        t(($) => $.receipt.saveFailed),
        { tone: 'problem', duration: longMessageMs },
      );
    }
  };

  return (
    <>
      <Button
        variant="quiet"
        icon={<Download aria-hidden size={20} />}
        busy={drawing}
        onClick={() => void download()}
      >
        {drawing ? t(($) => $.receipt.downloading) : t(($) => $.receipt.download)}
      </Button>
      {drawing ? <ReceiptSheet ref={sheet} order={order} brand={brand} /> : null}
    </>
  );
}
