import { FileText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Disclosure } from '../../ui/dialog/Disclosure.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import styles from './licenses.module.css';
import { useGetLicensesQuery } from './licensesApi.ts';

/** The packages that this browser received, each with the text of its license. */
export function LicenseList() {
  const { t } = useTranslation('settings');
  const { data, isError, refetch } = useGetLicensesQuery();
  if (!data)
    return isError ? <ErrorState onRetry={() => void refetch()} /> : <Skeleton lines={6} />;
  if (data.packages.length === 0)
    return <EmptyState symbol={<FileText />} title={t(($) => $.licenses.empty)} />;
  return (
    <ul className={styles['list']}>
      {data.packages.map(({ name, version, license, text }) => (
        <li key={`${name} ${version}`}>
          <Disclosure
            summary={
              <span className={styles['package']}>
                {name} <small>{`${version} · ${license}`}</small>
              </span>
            }
          >
            {/* License texts are legal documents in English, and are not translated. */}
            <p className={styles['text']} lang="en">
              {text}
            </p>
          </Disclosure>
        </li>
      ))}
    </ul>
  );
}
