import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SlotIcon } from '../../../ui/display/SlotIcon.tsx';
import styles from './PullToRefresh.module.css';

/** The distance in pixels that the rider must pull the page for a refresh. */
const threshold = 72;

export interface PullToRefreshProps {
  onRefresh: () => void;
  refreshing: boolean;
  children: ReactNode;
}

/** Adds the touch gesture for a refresh. Riders without a touch screen use a button. */
export function PullToRefresh({ onRefresh, refreshing, children }: PullToRefreshProps) {
  const { t } = useTranslation('orders');
  const area = useRef<HTMLDivElement>(null);
  const report = useRef(onRefresh);
  const [pulled, setPulled] = useState(0);

  useEffect(() => {
    report.current = onRefresh;
  });

  useEffect(() => {
    const element = area.current;
    if (element === null) return undefined;
    const gesture = new AbortController();
    const { signal } = gesture;
    let from: number | null = null;
    let distance = 0;

    const reset = () => {
      from = null;
      distance = 0;
      setPulled(0);
    };
    element.addEventListener(
      'touchstart',
      ({ touches }) => {
        const atTop = window.scrollY <= 0 && touches.length === 1;
        reset();
        from = atTop ? (touches[0]?.clientY ?? null) : null;
      },
      { passive: true, signal },
    );
    element.addEventListener(
      'touchmove',
      ({ touches }) => {
        if (from === null) return;
        // The page moves less than the finger, which feels like resistance.
        distance = Math.max(0, (touches[0]?.clientY ?? from) - from) * 0.6;
        if (window.scrollY > 0) distance = 0;
        setPulled(Math.min(distance, threshold * 1.4));
      },
      { passive: true, signal },
    );
    element.addEventListener(
      'touchend',
      () => {
        if (distance > threshold) report.current();
        reset();
      },
      { signal },
    );
    element.addEventListener('touchcancel', reset, { signal });

    // Disable the browser's own gesture, because it would reload the whole app.
    const { style } = document.documentElement;
    style.overscrollBehaviorY = 'contain';
    return () => {
      gesture.abort();
      style.overscrollBehaviorY = '';
    };
  }, []);

  const ready = pulled > threshold;
  return (
    <div ref={area}>
      {pulled > 0 || refreshing ? (
        <div
          className={styles['indicator']}
          style={{ blockSize: refreshing ? undefined : pulled }}
          aria-hidden="true"
        >
          <SlotIcon
            size="small"
            fill={refreshing ? 0.4 : Math.min(1, pulled / threshold)}
            motion={refreshing ? 'wait' : 'still'}
          />
          <span>
            {refreshing
              ? t(($) => $.history.refreshing)
              : ready
                ? t(($) => $.history.release)
                : t(($) => $.history.pull)}
          </span>
        </div>
      ) : null}
      {children}
    </div>
  );
}
