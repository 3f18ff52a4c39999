import { Phone } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import styles from './SupportPhone.module.css';

/**
 * A link that calls support. It looks the same on all pages. The component shows nothing until the
 * number is loaded, or if the operator has no number.
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
