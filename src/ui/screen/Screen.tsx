import { useContext } from 'react';
import type { ReactNode } from 'react';
import { useOngoingWork } from '../../lib/page/ongoingWork.ts';
import { BackButton } from '../button/BackButton.tsx';
import styles from './Screen.module.css';
import { PaneContext } from './pane.ts';
import { useHeadingFocus } from './useHeadingFocus.ts';

export interface ScreenProps {
  heading: ReactNode;
  /** True to show the heading only to screen readers. */
  headingHidden?: boolean | undefined;
  /** A sentence or a line of facts below the heading. */
  lead?: ReactNode;
  /** Content at the start of the bar, such as the menu. It replaces the Back button. */
  start?: ReactNode;
  /** Content at the end of the bar. */
  end?: ReactNode;
  back?: boolean | undefined;
  /**
   * True if the page contains unsaved input. Back then asks for confirmation, and no optional
   * update is offered.
   */
  dirty?: boolean | undefined;
  onDiscard?: (() => void) | undefined;
  /** The main action. It is always visible if there is enough room. */
  footer?: ReactNode;
  /** True to show two children side by side, with the main action below, in a low and wide window. */
  inColumns?: boolean | undefined;
  children?: ReactNode;
}

/**
 * The frame of a page: the bar, the only `h1`, the content and the main action. In a pane, there is
 * no bar, and the heading is an `h2`.
 */
export function Screen({
  heading,
  headingHidden = false,
  lead,
  start,
  end,
  back = true,
  dirty = false,
  onDiscard,
  footer,
  inColumns = false,
  children,
}: ScreenProps) {
  const ref = useHeadingFocus();
  useOngoingWork('typing', dirty);
  // A page may contain only one bar, one `main` and one `h1`. A pane is a part of a page, so it has none of them.
  const isPane = useContext(PaneContext);
  const Main = isPane ? 'div' : 'main';
  const Heading = isPane ? 'h2' : 'h1';
  return (
    <div className={styles['screen']}>
      {isPane ? null : (
        <header className={`${styles['bar']} ${inColumns ? '' : styles['beside']}`}>
          {start ?? (back ? <BackButton dirty={dirty} onDiscard={onDiscard} /> : null)}
          <div className={styles['end']}>{end}</div>
        </header>
      )}
      <Main className={`${styles['main']} ${inColumns ? styles['columns'] : ''}`}>
        <div className={headingHidden ? 'visually-hidden' : styles['head']}>
          <Heading ref={ref} tabIndex={-1}>
            {heading}
          </Heading>
          {lead ? <div className={styles['lead']}>{lead}</div> : null}
        </div>
        {children}
      </Main>
      {footer ? <div className={styles['footer']}>{footer}</div> : null}
    </div>
  );
}
