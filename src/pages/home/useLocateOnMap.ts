import { useState } from 'react';
import type { Point } from '../../lib/format/geo.ts';

/** Answers how to ask for the person's place on the map; `seek` gets it once it is known. */
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
