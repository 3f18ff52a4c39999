import { useEffect, useState } from 'react';

const acts = ['pointermove', 'pointerdown', 'keydown', 'scroll'] as const;

/** Only newer browsers remember it; what is done from now on is heard in all. */
function hasActed(): boolean {
  const activation: unknown = Reflect.get(navigator, 'userActivation');
  const isActive =
    typeof activation === 'object' &&
    activation !== null &&
    Reflect.get(activation, 'hasBeenActive') === true;
  return isActive || window.scrollY > 0;
}

/**
 * Whether the person has taken in what they opened: they touched, scrolled, typed or pointed at something.
 * What nobody asked for comes no sooner, nor does it count as what the page was opened for.
 */
export function useHasInteracted(): boolean {
  const [isOver, end] = useState(hasActed);
  useEffect(() => {
    if (isOver) return undefined;
    const heard = new AbortController();
    const over = () => end(true);
    for (const act of acts) {
      window.addEventListener(act, over, { capture: true, passive: true, signal: heard.signal });
    }
    return () => heard.abort();
  }, [isOver]);
  return isOver;
}
