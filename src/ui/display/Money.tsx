import { useTranslation } from 'react-i18next';
import type { Money as Amount } from '../../../contract/money.ts';
import { spokenMoney, splitMoney } from '../../../contract/rules/format/money.ts';
import styles from './Money.module.css';

export interface MoneyProps {
  value: Amount;
  size?: 'text' | 'large' | 'display' | undefined;
}

/** An amount of money. Screen readers get it as one text in the language of the page. */
export function Money({ value, size = 'text' }: MoneyProps) {
  const { i18n } = useTranslation();
  const { minus, sign, int, dec } = splitMoney(value);
  return (
    <span className={`${styles['money']} ${styles[size]}`}>
      <span aria-hidden="true" className={styles['drawn']}>
        {minus}
        <span className={styles['small']}>{sign}</span>
        {int}
        <span className={styles['small']}>{`.${dec}`}</span>
      </span>
      <span className="visually-hidden">{spokenMoney(value, i18n.language)}</span>
    </span>
  );
}
