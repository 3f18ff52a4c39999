import { CreditCard } from 'lucide-react';
import type { PaidWith } from '../../../contract/payment.ts';
import styles from './methods.module.css';

const words: Record<string, string> = {
  visa: 'VISA',
  mastercard: 'MC',
  amex: 'AMEX',
  discover: 'DISC',
  diners: 'DC',
  jcb: 'JCB',
  unionpay: 'UP',
};

function wordOf({ kind, brand }: Pick<PaidWith, 'kind' | 'brand'>): string {
  switch (kind) {
    case 'card':
      return words[brand.toLowerCase()] ?? '';
    case 'applePay':
      return 'Apple';
    case 'googlePay':
      return 'Google';
    case 'payPal':
      return 'PayPal';
    case 'goCash':
      return 'Go';
  }
}

/** A small card icon; the name of the method is beside it. */
export function MethodIcon({ method }: { method: Pick<PaidWith, 'kind' | 'brand'> }) {
  const word = wordOf(method);
  return (
    <span
      className={`${styles['mark']} ${method.kind === 'goCash' ? styles['goCash'] : ''}`}
      aria-hidden="true"
    >
      {word === '' ? <CreditCard /> : word}
    </span>
  );
}
