import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { stepSeen, usePendingStep } from '../../lib/storage/onboarding.ts';
import type { OnboardingStep } from '../../lib/storage/onboarding.ts';
import { usePromptTurn } from '../../lib/page/promptTurns.ts';
import { usePageVisible } from '../../lib/device/usePageVisible.ts';
import { TipCard, readOn } from '../../ui/feedback/TipCard.tsx';

/** A tip counts as seen after it was visible for this many milliseconds. */
const seenAfterMs = 1_000;

export interface TipProps {
  step: OnboardingStep;
  /** Whether the element that the tip explains is visible. The tip waits for this element. */
  isWanted?: boolean | undefined;
  children: ReactNode;
  action?: ReactNode;
  /** Buttons that replace the close button. Each button closes the tip. */
  answers?: ((close: () => void) => ReactNode) | undefined;
}

/**
 * The tip of a step of the onboarding. Once a tip counts as seen, later visits on this device do
 * not show it, unless `TipsSection` restarts the tips. The tip stays on the current page until the
 * rider closes it.
 */
export function Tip({ step, isWanted = true, children, action, answers }: TipProps) {
  const { t } = useTranslation('tips');
  const pending = usePendingStep(step);
  const [stage, move] = useState<'waiting' | 'open' | 'closed'>('waiting');
  const isOpen = stage === 'open' || (stage === 'waiting' && pending);
  const isShown = usePromptTurn(`tip:${step}`, isWanted && isOpen);
  const card = useRef<HTMLDivElement>(null);
  const isVisible = usePageVisible();
  // A visible tip stays visible when it begins to count as seen.
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
