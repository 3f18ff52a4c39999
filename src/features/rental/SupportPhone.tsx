import { Phone } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import styles from './SupportPhone.module.css';

/** The line to a person; nothing while the operator's number is not known. */
export function SupportPhone({ phone }: { phone: string | null }) {
  const { t } = useTranslation('rental');
  if (phone === null || phone === '') return null;
  return (
    <a href={`tel:${phone.replace(/[^+\d]/g, '')}`} className={styles['phone']}>
      <Phone aria-hidden size={20} />
      <span>{t(($) => $.problem.support, { phone })}</span>
    </a>
  );
}
