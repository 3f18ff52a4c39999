import sharp, { type Sharp } from 'sharp';
import { Semaphore } from '../../http/limits/semaphore.ts';

/**
 * The maximum number of pixels. A camera's picture has fewer pixels, but a small file may claim to have more
 * pixels than fit into memory.
 */
const mostPixels = 50_000_000;
const longestSide = 20_000;
const longestSeconds = 15;

// Attacks with images target the decoders, so the decoders of all other formats (SVG, PDF, HEIC …) are
// blocked.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
});
sharp.cache(false);
sharp.concurrency(1);

/**
 * The number of concurrent decodings is limited, because a decoded picture needs one or two hundred
 * megabytes.
 */
const decoding = new Semaphore({ maxConcurrent: 2, maxWaiting: 30 });

/**
 * Decodes an upright JPEG, PNG or WebP picture, and returns what `draw` makes of it. Returns null for other formats
 * (the bytes decide, not the declared type) and for invalid pictures.
 *
 * @throws {ProblemError} `unavailable` if too many pictures wait.
 */
export async function decodePicture(
  bytes: Buffer,
  draw: (picture: Sharp) => Sharp,
): Promise<Buffer | null> {
  if (!isPicture(bytes)) return null;
  return decoding.run(async () => {
    const picture = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', pages: 1 });
    try {
      const { width, height } = await picture.metadata();
      if (Math.max(width, height) > longestSide) return null;
      const upright = picture.timeout({ seconds: longestSeconds }).autoOrient();
      return await draw(upright).toBuffer();
    } catch {
      // The library reports an invalid picture only by the text of its message, so every other error counts
      // as an invalid picture.
      return null;
    }
  });
}

/** Whether the first bytes are those of an accepted format. */
function isPicture(bytes: Buffer): boolean {
  const begins = (signature: string, at = 0) =>
    bytes.toString('latin1', at, at + signature.length) === signature;
  return (
    begins('\xFF\xD8\xFF') || begins('\x89PNG\r\n\x1A\n') || (begins('RIFF') && begins('WEBP', 8))
  );
}
