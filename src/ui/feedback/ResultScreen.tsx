import type { ReactNode } from 'react';
import { BackButton } from '../button/BackButton.tsx';
import styles from './ResultScreen.module.css';
import screen from '../screen/Screen.module.css';
import { SlotIcon } from '../display/SlotIcon.tsx';
import { useHeadingFocus } from '../screen/useHeadingFocus.ts';

export interface ResultScreenProps {
  tone: 'success' | 'problem' | 'progress';
  heading: ReactNode;
  /** Explains the problem and the next step. Screen readers announce this text at once. */
  alert?: string | undefined;
  /** Replaces the logo, for example with the number of a slot. */
  icon?: ReactNode;
  /** An icon of the cause of a problem, in the empty slot of the logo. The default is an exclamation mark. */
  symbol?: ReactNode;
  back?: boolean | undefined;
  children?: ReactNode;
  actions?: ReactNode;
  /** Links to help. They follow the actions, so that the way out comes first. */
  help?: ReactNode;
}

const icons = {
  success: <SlotIcon fill={1} size="medium" motion="drop" />,
  progress: <SlotIcon fill={0.35} size="medium" motion="wait" travels />,
} as const;

function Logo({ tone, symbol }: Pick<ResultScreenProps, 'tone' | 'symbol'>) {
  if (tone !== 'problem') return icons[tone];
  return <SlotIcon fill={0} size="medium" tone="due" symbol={symbol} />;
}

/**
 * A screen with one message, such as the result of a payment or of the release of a charger. The
 * screen has the logo or another icon, a heading, an optional text, and the actions.
 */
export function ResultScreen({
  tone,
  heading,
  alert,
  icon,
  symbol,
  back = false,
  children,
  actions,
  help,
}: ResultScreenProps) {
  const ref = useHeadingFocus();
  return (
    <div className={`${screen['screen']} ${styles['result']}`}>
      <header className={`${screen['bar']} ${styles['bar']}`}>
        {back ? <BackButton /> : null}
      </header>
      <main className={`${screen['main']} ${styles['main']}`}>
        <div
          className={`${styles['mark']} ${icon === undefined ? styles['logo'] : styles['picture']}`}
        >
          {icon ?? <Logo tone={tone} symbol={symbol} />}
        </div>
        <h1 ref={ref} tabIndex={-1} className={styles['heading']}>
          {heading}
        </h1>
        {alert ? (
          <p role="alert" className={styles['alert']}>
            {alert}
          </p>
        ) : null}
        {children}
      </main>
      <div className={styles['side']}>
        {actions ? (
          <div className={`${screen['footer']} ${styles['actions']}`}>{actions}</div>
        ) : null}
        {help ? <div className={styles['help']}>{help}</div> : null}
      </div>
    </div>
  );
}
