import sharp, { type Sharp } from 'sharp';
import { Semaphore } from '../../http/limits/semaphore.ts';

/**
 * The maximum number of pixels. The pictures of most cameras have fewer pixels. A small malicious file may declare more
 * pixels than fit into memory.
 */
const mostPixels = 50_000_000;
const longestSide = 20_000;
const longestSeconds = 15;

// Block the decoders of all other formats (SVG, PDF, HEIC …), because attacks with images target decoders.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
});
sharp.cache(false);
sharp.concurrency(1);

/** Limits the number of concurrent decodings, because a decoded picture needs 100 to 200 MB of memory. */
const decoding = new Semaphore({ maxConcurrent: 2, maxWaiting: 30 });

/**
 * Decodes a JPEG, PNG or WebP picture, turns it upright, and returns the result of `draw`. Returns
 * null for other formats and for invalid pictures. The function detects the format from the bytes,
 * and ignores the declared type.
 *
 * @throws {ProblemError} `unavailable` if too many pictures already wait to be decoded.
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
      // The library reports an invalid picture only in the text of an error message, so all errors count as an invalid
      // picture.
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
