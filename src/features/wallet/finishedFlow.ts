import { useEffect, useEffectEvent } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { useStepBack } from '../../lib/navigation/goBack.ts';

/**
 * Where in the history the last top-up ended. Back from there passes over the steps that led to it:
 * nobody comes upon a payment again that is through.
 */
let endedAt = 0;

function place(): number {
  const state: unknown = window.history.state;
  return typeof state === 'object' && state !== null && 'idx' in state ? Number(state.idx) : 0;
}

/** For the page that a top-up ends with. */
export function useEndsFlow(ended: boolean): void {
  useEffect(() => {
    if (ended) endedAt = place();
  }, [ended]);
}

/** For each step of a top-up: whether the person only passes it, on the way back from its end. */
export function usePassesBy(): boolean {
  const { key } = useLocation();
  const type = useNavigationType();
  const stepBack = useStepBack('/payment');
  // A first page has no key of its own, and nothing lies behind it.
  const passes = type === NavigationType.Pop && key !== 'default' && place() < endedAt;

  const settle = useEffectEvent((passing: boolean) => {
    if (passing) stepBack();
    else if (type === NavigationType.Push) endedAt = 0;
  });
  useEffect(() => settle(passes), [passes]);

  return passes;
}

/** How many steps of the top-up lie before this page in the history. */
export function useTopUpDepth(): number {
  const { state }: { state: unknown } = useLocation();
  if (typeof state !== 'object' || state === null || !('topUpDepth' in state)) return 0;
  return typeof state.topUpDepth === 'number' ? state.topUpDepth : 0;
}
