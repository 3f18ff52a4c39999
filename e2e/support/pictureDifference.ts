import { PNG } from 'pngjs';

/**
 * The share of the pixels that differ between two PNG pictures of the same size, from 0 to 1.
 *
 * @param tolerance the largest difference of a colour channel, from 0 to 255, that counts as equal. It allows for
 * different anti-aliasing.
 */
export function pictureDifference(first: Buffer, second: Buffer, tolerance: number): number {
  const [a, b] = [PNG.sync.read(first), PNG.sync.read(second)];
  if (a.width !== b.width || a.height !== b.height) return 1;
  let different = 0;
  for (let at = 0; at < a.data.length; at += 4) {
    const isDifferent = [0, 1, 2].some(
      (channel) => Math.abs((a.data[at + channel] ?? 0) - (b.data[at + channel] ?? 0)) > tolerance,
    );
    if (isDifferent) different += 1;
  }
  return different / (a.width * a.height);
}
