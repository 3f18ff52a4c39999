import { useState } from 'react';
import type { Point } from '../../lib/format/geo.ts';

/**
 * Returns a function to call when the user asks for the position. After the call, `seek` is called as
 * soon as the position is known.
 */
export function useLocateOnMap(
  known: Point | null,
  seek: (sought: { point: Point }) => void,
): () => void {
  const [isAsked, ask] = useState(false);
  if (isAsked && known !== null) {
    ask(false);
    seek({ point: known });
  }
  return () => ask(true);
}
