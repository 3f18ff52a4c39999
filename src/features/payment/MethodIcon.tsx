import { CreditCard } from 'lucide-react';
import type { PaidWith } from '../../../contract/payment.ts';
import { outlineOfMark } from './brandMarks.ts';
import styles from './methods.module.css';

/** The texts for methods without a logo. */
const words: Record<string, string> = {
  goCash: 'Go',
  diners: 'DC',
  jcb: 'JCB',
  unionpay: 'UP',
};

/** The styles of some logos. All other logos have the default style `word`: a word in a frame. */
const looks: Record<string, string> = {
  mastercard: 'symbol',
  payPal: 'symbol',
  applePay: 'framed',
};

/** The logo of a payment method. It is decorative, because the name of the method is beside it. */
export function MethodIcon({ method }: { method: Pick<PaidWith, 'kind' | 'brand'> }) {
  const name = method.kind === 'card' ? method.brand.toLowerCase() : method.kind;
  const outline = outlineOfMark(name);
  const look = outline === undefined ? 'symbol' : (looks[name] ?? 'word');
  return (
    <span
      className={`${styles['mark']} ${styles[look]} ${method.kind === 'goCash' ? styles['goCash'] : ''}`}
      aria-hidden="true"
    >
      {outline === undefined ? (
        (words[name] ?? <CreditCard />)
      ) : (
        <svg viewBox="0 0 24 24" fill="currentColor">
          <path d={outline} />
        </svg>
      )}
    </span>
  );
}
