import { useEffect, useState } from 'react';

const acts = ['pointermove', 'pointerdown', 'keydown', 'scroll'] as const;

/** Only newer browsers tell whether the user has interacted before. All browsers report new interactions. */
function hasActed(): boolean {
  const activation: unknown = Reflect.get(navigator, 'userActivation');
  const isActive =
    typeof activation === 'object' &&
    activation !== null &&
    Reflect.get(activation, 'hasBeenActive') === true;
  return isActive || window.scrollY > 0;
}

/**
 * Whether the user has interacted with the page: touched, scrolled, typed or pointed at something. What
 * the user did not ask for waits until then, so that it does not count as the main content of the page.
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
