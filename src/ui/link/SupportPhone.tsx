import { Phone } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import styles from './SupportPhone.module.css';

/**
 * The phone number of support. It looks the same on all pages and is the last element of each page.
 * The component shows nothing until the number is loaded.
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
