import { Phone } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useGetConfigQuery } from '../../api/configApi.ts';
import styles from '../../features/menu/menu.module.css';

/** The operator's phone, always in the same place. */
export function Support() {
  const { t } = useTranslation('menu');
  const { data: config } = useGetConfigQuery();
  const phone = config?.brand.supportPhone ?? '';
  if (phone === '') return null;
  return (
    <a className={styles['support']} href={`tel:${phone.replace(/[^+\d]/g, '')}`}>
      <Phone aria-hidden="true" />
      <span>
        <strong>{t(($) => $.support)}</strong>
        <bdi className={styles['detail']}>{phone}</bdi>
      </span>
    </a>
  );
}
