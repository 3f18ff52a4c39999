import { loadingMs } from '../../../../contract/rules/app/waits.ts';
import { saveFile } from '../../../lib/device/saveFile.ts';
import { prefersReducedData } from '../../../lib/loading/prefersReducedData.ts';
import { withTimeout } from '../../../lib/loading/withTimeout.ts';

export interface ReceiptFile {
  /** The name of the file. */
  name: string;
  title: string;
  /** The receipt as text, for apps that cannot show the image. */
  text: string;
}

/** Two pixels of the image per CSS pixel, so that small text stays readable. */
const scale = 2;

/**
 * The style properties that the receipt uses. Without this list, the library compares all four hundred
 * properties of each element with those of an empty page, which is slow on a phone.
 */
const styles = new Set(
  [
    'background-color border-top-color border-top-style border-top-width box-sizing color direction',
    'display flex-direction flex-grow flex-shrink flex-basis align-items justify-content row-gap',
    'column-gap max-width margin-top margin-right margin-bottom margin-left padding-top',
    'padding-right padding-bottom padding-left font-family font-size font-style font-weight',
    'font-variant-numeric letter-spacing line-height text-align text-transform transform unicode-bidi',
    'white-space white-space-collapse text-wrap-mode overflow-wrap',
  ].flatMap((line) => line.split(' ')),
);

/**
 * Whether a node is part of the image. Text that is only for screen readers is positioned
 * absolutely, and is not part of the image.
 */
function isSeen(node: Node): boolean {
  return !(node instanceof Element) || getComputedStyle(node).position !== 'absolute';
}

const loadLibrary = () => import('dom-to-image-more');

/**
 * Loads the drawing library when the page is idle. If the load fails, the tap loads the library again.
 *
 * @returns a function that cancels the load.
 */
export function prepareToDraw(): () => void {
  if (prefersReducedData(navigator)) return () => undefined;
  const load = () => void loadLibrary().catch(() => undefined);
  if (!('requestIdleCallback' in window)) {
    const waiting = setTimeout(load, 2000);
    return () => clearTimeout(waiting);
  }
  const waiting = requestIdleCallback(load);
  return () => cancelIdleCallback(waiting);
}

async function draw(sheet: HTMLElement): Promise<Blob | null> {
  const { default: domToImage } = await loadLibrary();
  await document.fonts.ready;
  return domToImage.toBlob(sheet, {
    bgcolor: '#FFFFFF',
    scale,
    width: sheet.offsetWidth,
    height: sheet.offsetHeight,
    copyDefaultStyles: false,
    filter: isSeen,
    filterStyles: (_node, name) => styles.has(name),
  });
}

/**
 * Draws a receipt, and shares or saves the image. Resolves to `saved` after the image was shared or saved, to
 * `cancelled` if the rider closed the share sheet, and to `failed` if the image could not be drawn.
 */
export async function shareOrSave(
  sheet: HTMLElement,
  { name, title, text }: ReceiptFile,
): Promise<'saved' | 'cancelled' | 'failed'> {
  let picture: Blob | null;
  try {
    picture = await withTimeout(loadingMs, draw(sheet));
  } catch (error) {
    // The library did not load, the drawing took too long, or the browser has no canvas. The
    // receipt is still on the page. The library may also reject with an event or a string instead
    // of an error.
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
      // The share sheet cannot be opened, for example because the tap was too long ago. Save the
      // file instead.
    }
  }
  saveFile(picture, name);
  return 'saved';
}
