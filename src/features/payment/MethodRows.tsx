import { useTranslation } from 'react-i18next';
import type { PaymentMethod } from '../../../contract/payment.ts';
import { useServerNow } from '../../api/serverClock.ts';
import { RowLink } from '../../ui/link/RowLink.tsx';
import { methodPath } from './cardPath.ts';
import { expiryAt } from './card/expiry.ts';
import { MethodIcon } from './MethodIcon.tsx';
import styles from './methods.module.css';
import { useMethodTexts } from './useMethodTexts.ts';

const hour = 3_600_000;

/** The saved payment methods, each with a link to edit it. */
export function MethodRows({ methods }: { methods: readonly PaymentMethod[] }) {
  const { t } = useTranslation('payment');
  const texts = useMethodTexts();
  const now = useServerNow(hour);
  return (
    <ul className={styles['list']}>
      {methods.map((method) => {
        const expiry = expiryAt(method, now);
        const facts = texts.detail(method, now);
        const isDue = expiry === 'expired' || expiry === 'soon';
        const detail = isDue ? <span className={styles['due']}>{facts}</span> : facts;
        const separator = facts === null ? '' : ' · ';
        return (
          <li key={method.id} className={styles['row']}>
            <RowLink
              to={methodPath(method.id)}
              icon={<MethodIcon method={method} />}
              label={texts.name(method)}
              detail={
                method.isDefault ? (
                  <>
                    {detail}
                    {`${separator}${t(($) => $.method.default)}`}
                  </>
                ) : (
                  detail
                )
              }
            />
          </li>
        );
      })}
    </ul>
  );
}
