import styles from './Steps.module.css';

export interface StepsProps {
  steps: readonly { title: string; text: string }[];
}

/**
 * A numbered list of instructions. Each number is in a drawing of a slot, because a cabinet numbers
 * its slots.
 */
export function Steps({ steps }: StepsProps) {
  return (
    <ol className={styles['steps']}>
      {steps.map(({ title, text }, index) => (
        <li key={title}>
          <span className={styles['slot']} aria-hidden="true">
            {index + 1}
          </span>
          <span className={styles['words']}>
            <strong>{title}</strong>
            <span className={styles['text']}>{text}</span>
          </span>
        </li>
      ))}
    </ol>
  );
}
