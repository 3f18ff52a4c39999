import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { stepSeen, usePendingStep } from '../../lib/storage/onboarding.ts';
import type { OnboardingStep } from '../../lib/storage/onboarding.ts';
import { usePromptTurn } from '../../lib/page/promptTurns.ts';
import { usePageVisible } from '../../lib/device/usePageVisible.ts';
import { TipCard, readOn } from '../../ui/feedback/TipCard.tsx';

/** Whoever had a tip before their eyes for so long, in milliseconds, has seen it. */
const seenAfterMs = 1_000;

export interface TipProps {
  step: OnboardingStep;
  /** Whether its place is there; a tip that comes later waits. */
  isWanted?: boolean | undefined;
  children: ReactNode;
  action?: ReactNode;
  /** In place of the cross: what one may answer, each of which closes the tip. */
  answers?: ((close: () => void) => ReactNode) | undefined;
}

/** The tip of a step, once on each device: gone for good when it was seen, on the page until it is closed. */
export function Tip({ step, isWanted = true, children, action, answers }: TipProps) {
  const { t } = useTranslation('tips');
  const pending = usePendingStep(step);
  const [stage, move] = useState<'waiting' | 'open' | 'closed'>('waiting');
  const isOpen = stage === 'open' || (stage === 'waiting' && pending);
  const isShown = usePromptTurn(`tip:${step}`, isWanted && isOpen);
  const card = useRef<HTMLDivElement>(null);
  const isVisible = usePageVisible();
  // From its first moment on it outlives its flag.
  if (isShown && stage === 'waiting') move('open');

  useEffect(() => {
    if (!isShown || !isVisible || card.current === null) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const watch = (inView: boolean) => {
      clearTimeout(timer);
      if (inView) timer = setTimeout(() => stepSeen(step), seenAfterMs);
    };
    if (!('IntersectionObserver' in window)) {
      watch(true);
      return () => clearTimeout(timer);
    }
    const observer = new IntersectionObserver(
      (entries) => watch(entries.some(({ isIntersecting }) => isIntersecting)),
      { threshold: 0.5 },
    );
    observer.observe(card.current);
    return () => {
      observer.disconnect();
      clearTimeout(timer);
    };
  }, [step, isShown, isVisible]);

  if (!isShown) return null;
  const close = () => {
    stepSeen(step);
    move('closed');
  };
  return (
    <TipCard
      ref={card}
      label={t(($) => $.label)}
      action={
        answers
          ? answers(() => {
              readOn();
              close();
            })
          : action
      }
      onClose={answers ? undefined : close}
    >
      {children}
    </TipCard>
  );
}
