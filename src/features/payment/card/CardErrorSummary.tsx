import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { problemCount } from './cardProblems.ts';
import type { CardProblems } from './cardProblems.ts';
import styles from '../payment.module.css';

export interface CardErrorSummaryProps {
  problems: CardProblems;
  postalText: string | null;
  onShowFrame: () => void;
  onShowPostal: () => void;
}

/** A summary of two or more errors. The summary takes the focus. */
export function CardErrorSummary({
  problems,
  postalText,
  onShowFrame,
  onShowPostal,
}: CardErrorSummaryProps) {
  const { t } = useTranslation('payment');
  const box = useRef<HTMLDivElement>(null);

  // Each submit removes the summary. If errors remain, the submit adds a new summary, which takes the focus.
  useEffect(() => box.current?.focus(), []);

  return (
    <div ref={box} tabIndex={-1} className={styles['summary']} aria-labelledby="card-summary">
      <h2 id="card-summary">{t(($) => $.card.summary, { count: problemCount(problems) })}</h2>
      <ul>
        {problems.inFrame > 0 ? (
          <li>
            <button type="button" className={styles['jump']} onClick={onShowFrame}>
              {t(($) => $.card.detailsInvalid, { count: problems.inFrame })}
            </button>
          </li>
        ) : null}
        {postalText === null ? null : (
          <li>
            <button type="button" className={styles['jump']} onClick={onShowPostal}>
              {postalText}
            </button>
          </li>
        )}
      </ul>
    </div>
  );
}
