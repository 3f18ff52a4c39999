import { Phone } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import styles from './SupportPhone.module.css';

/**
 * The line to a person, the same everywhere and always last on its page; nothing while the operator's
 * number is not known.
 */
export function SupportPhone({ phone }: { phone: string | null | undefined }) {
  const { t } = useTranslation('menu');
  if (!phone) return null;
  return (
    <a className={styles['support']} href={`tel:${phone.replace(/[^+\d]/g, '')}`}>
      <Phone aria-hidden="true" />
      <span>
        <strong>{t(($) => $.support)}</strong> <bdi className={styles['number']}>{phone}</bdi>
      </span>
    </a>
  );
}
