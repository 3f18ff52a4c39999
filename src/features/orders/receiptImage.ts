import { saveFile } from '../../lib/saveFile.ts';

export interface ReceiptFile {
  /** Of the file. */
  name: string;
  title: string;
  /** The receipt in words, for whoever cannot see the picture. */
  text: string;
}

/** Two picture points for each point of the layout, so that small print stays readable. */
const scale = 2;

async function draw(sheet: HTMLElement): Promise<Blob | null> {
  const { default: domToImage } = await import('dom-to-image-more');
  await document.fonts.ready;
  return domToImage.toBlob(sheet, {
    bgcolor: '#FFFFFF',
    scale,
    width: sheet.offsetWidth,
    height: sheet.offsetHeight,
  });
}

/** Draws a receipt and shares or saves it. `cancelled`: the share sheet was closed. */
export async function handOver(
  sheet: HTMLElement,
  { name, title, text }: ReceiptFile,
): Promise<'saved' | 'cancelled' | 'failed'> {
  let picture: Blob | null;
  try {
    picture = await draw(sheet);
  } catch (error) {
    // No chunk without a network, or no canvas: the receipt itself is still on the page. The
    // library rejects with events and texts, too.
    if (error instanceof ReferenceError || error instanceof RangeError) throw error;
    return 'failed';
  }
  if (picture === null) return 'failed';
  const data = { files: [new File([picture], name, { type: 'image/png' })], title, text };
  if (navigator.canShare?.(data)) {
    try {
      await navigator.share(data);
      return 'saved';
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      if (error.name === 'AbortError') return 'cancelled';
      // The tap is too long ago, for one: the file does as well.
    }
  }
  saveFile(picture, name);
  return 'saved';
}
