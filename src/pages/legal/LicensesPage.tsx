import { useTranslation } from 'react-i18next';
import { LicenseList } from '../../features/legal/LicenseList.tsx';
import styles from '../../features/legal/licenses.module.css';
import { Screen } from '../../ui/screen/Screen.tsx';

/** The software and data from other authors in this app, with their licenses. */
export function LicensesPage() {
  const { t } = useTranslation(['settings', 'titles']);
  return (
    <Screen heading={t(($) => $.titles.licenses)} lead={t(($) => $.licenses.lead)}>
      <section aria-labelledby="data-heading">
        <h2 id="data-heading">{t(($) => $.licenses.data)}</h2>
        <ul className={styles['list']}>
          <li>{t(($) => $.licenses.coastlines)}</li>
          <li>{t(($) => $.licenses.streets)}</li>
          <li>
            <a href="https://db-ip.com" rel="noreferrer" target="_blank">
              {t(($) => $.licenses.surroundings)}
            </a>
          </li>
          <li>{t(($) => $.licenses.phones)}</li>
        </ul>
      </section>
      <section aria-labelledby="packages-heading">
        <h2 id="packages-heading">{t(($) => $.licenses.packages)}</h2>
        <LicenseList />
      </section>
    </Screen>
  );
}
