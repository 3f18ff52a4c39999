import { useEffect, useState } from 'react';

const eventTypes = ['pointermove', 'pointerdown', 'keydown', 'scroll'] as const;

/**
 * Returns whether the user has already interacted with the page. Only newer browsers report past
 * interactions. In older browsers, events report only later interactions.
 */
function hasInteracted(): boolean {
  const activation: unknown = Reflect.get(navigator, 'userActivation');
  const isActive =
    typeof activation === 'object' &&
    activation !== null &&
    Reflect.get(activation, 'hasBeenActive') === true;
  return isActive || window.scrollY > 0;
}

/**
 * Returns whether the user has interacted with the page: touched, scrolled, typed or pointed at
 * something. Content that the user did not request waits for an interaction, because browsers would
 * otherwise measure it as the main content of the page.
 */
export function useHasInteracted(): boolean {
  const [isOver, end] = useState(hasInteracted);
  useEffect(() => {
    if (isOver) return undefined;
    const listening = new AbortController();
    const onInteraction = () => end(true);
    for (const type of eventTypes) {
      window.addEventListener(type, onInteraction, {
        capture: true,
        passive: true,
        signal: listening.signal,
      });
    }
    return () => listening.abort();
  }, [isOver]);
  return isOver;
}
