import { ScanLine } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, ButtonLink } from '../../ui/button/Button.tsx';
import { IconButton } from '../../ui/button/IconButton.tsx';
import { BackIcon } from '../../ui/icons.tsx';
import { useAnnounce } from '../../ui/feedback/messages.ts';
import { Screen } from '../../ui/screen/Screen.tsx';
import { PayPicture, ReturnPicture, ScanPicture, TakePicture } from './GuidePictures.tsx';
import './guideTexts.ts';
import styles from './guide.module.css';
import { useGuidePrice } from './useGuidePrice.ts';
import { usePanels } from './usePanels.ts';

const panels = ['scan', 'pay', 'take', 'return'] as const;
type Panel = (typeof panels)[number];

const pictures = {
  scan: <ScanPicture />,
  pay: <PayPicture />,
  take: <TakePicture />,
  return: <ReturnPicture />,
} satisfies Record<Panel, unknown>;

const last = panels.length - 1;

/** A rental in four pictures, which the user turns like pages. */
export function StartGuide() {
  const { t } = useTranslation(['guide', 'titles', 'common']);
  const price = useGuidePrice();
  const { current, go, region } = usePanels(panels.length);
  useSpokenStep(current);

  return (
    <Screen
      heading={t(($) => $.titles.startGuide)}
      end={
        <ButtonLink to="/home" replace variant="text">
          {current === last ? t(($) => $.common.done) : t(($) => $.skip)}
        </ButtonLink>
      }
      footer={
        <div className={styles['controls']}>
          <div className={styles['marks']} aria-hidden="true">
            {panels.map((panel, index) => (
              <i key={panel} data-reached={index <= current} />
            ))}
          </div>
          <div className={styles['buttons']}>
            {current === 0 ? null : (
              <IconButton
                label={t(($) => $.previous)}
                icon={<BackIcon />}
                look="ring"
                onClick={() => go(current - 1)}
              />
            )}
            {current === last ? (
              <ButtonLink to="/home/scan" variant="spark" icon={<ScanLine aria-hidden="true" />}>
                {t(($) => $.scan)}
              </ButtonLink>
            ) : (
              <Button onClick={() => go(current + 1)}>{t(($) => $.next)}</Button>
            )}
          </div>
        </div>
      }
    >
      <section {...region} className={styles['panels']} aria-label={t(($) => $.steps)}>
        {panels.map((panel, index) => (
          <div key={panel} className={styles['panel']}>
            {pictures[panel]}
            <p className={styles['step']}>
              {t(($) => $.step, { step: index + 1, steps: panels.length })}
            </p>
            <h2 tabIndex={-1}>{t(($) => $.panels[panel].title)}</h2>
            <p>{t(($) => $.panels[panel].text)}</p>
            {panel === 'pay' && price !== null ? <p className={styles['price']}>{price}</p> : null}
          </div>
        ))}
      </section>
    </Screen>
  );
}

/**
 * Announces the new panel after the user has turned to it with a button, a key or a swipe. The page
 * itself announces the first panel.
 */
function useSpokenStep(current: number): void {
  const { t } = useTranslation('guide');
  const announce = useAnnounce();
  const before = useRef(current);
  const panel = panels[current];

  useEffect(() => {
    if (before.current === current || panel === undefined) return;
    before.current = current;
    announce(
      t(($) => $.spoken, {
        step: current + 1,
        steps: panels.length,
        title: t(($) => $.panels[panel].title),
      }),
    );
  }, [announce, current, panel, t]);
}
