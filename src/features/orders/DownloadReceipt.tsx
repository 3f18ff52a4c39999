import { Download } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Order } from '../../../contract/orders.ts';
import { Button } from '../../ui/Button.tsx';
import { useToast } from '../../ui/messages.ts';
import { ReceiptSheet } from './ReceiptSheet.tsx';
import { handOver } from './receiptImage.ts';

/** The receipt as a picture: to the share sheet where files can be shared, else as a file. */
export function DownloadReceipt({ order, brand }: { order: Order; brand: string }) {
  const { t } = useTranslation('orders');
  const toast = useToast();
  const sheet = useRef<HTMLDivElement>(null);
  const [drawing, setDrawing] = useState(false);

  const download = async () => {
    if (sheet.current === null) return;
    setDrawing(true);
    const outcome = await handOver(sheet.current, {
      name: `receipt-${order.number}.png`,
      title: t(($) => $.receipt.imageTitle, { number: order.number }),
      text: sheet.current.innerText,
    });
    setDrawing(false);
    if (outcome === 'saved') toast(t(($) => $.receipt.saved));
    if (outcome === 'failed') {
      toast(
        t(($) => $.receipt.saveFailed),
        { tone: 'problem', duration: 10_000 },
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
      <ReceiptSheet ref={sheet} order={order} brand={brand} />
    </>
  );
}
