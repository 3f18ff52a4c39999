import sharp from 'sharp';
import { ProblemError } from '../../http/problem.ts';
import { Turnstile } from '../../http/limits/turnstile.ts';

const sidePixels = 512;
const quality = 82;
/** A camera's picture has less; a small file may claim to hold far more than memory does. */
const mostPixels = 50_000_000;
const longestSide = 20_000;
const longestSeconds = 15;

// Decoders are where images attack: the ones for other formats (SVG, PDF, HEIC …) are never reached.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
});
sharp.cache(false);
sharp.concurrency(1);

/** Decoded, a picture takes a hundred megabytes or two. */
const decoding = new Turnstile({ atOnce: 2, mostWaiting: 30 });

/**
 * The middle of a JPEG, PNG or WebP picture, upright, as a square WebP that holds nothing but its
 * pixels: no place, no time, no camera.
 *
 * @throws {ProblemError} `imageInvalid` for all else, by what the bytes are and not what they are
 *   called; `unavailable` where too many pictures wait.
 */
export async function squarePhoto(bytes: Buffer): Promise<Buffer> {
  if (!isPicture(bytes)) throw new ProblemError('imageInvalid');
  return decoding.pass(async () => {
    const picture = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', pages: 1 });
    try {
      const { width, height } = await picture.metadata();
      if (Math.max(width, height) > longestSide) throw new ProblemError('imageInvalid');
      return await picture
        .timeout({ seconds: longestSeconds })
        .autoOrient()
        .resize(sidePixels, sidePixels, { fit: 'cover' })
        .toColourspace('srgb')
        .webp({ quality })
        .toBuffer();
    } catch {
      // The library says what is wrong with a picture in words only.
      throw new ProblemError('imageInvalid');
    }
  });
}

/** By the signatures that the formats begin with. */
function isPicture(bytes: Buffer): boolean {
  const begins = (signature: string, at = 0) =>
    bytes.toString('latin1', at, at + signature.length) === signature;
  return (
    begins('\xFF\xD8\xFF') || begins('\x89PNG\r\n\x1A\n') || (begins('RIFF') && begins('WEBP', 8))
  );
}
