import { useTranslation } from 'react-i18next';
import styles from './auth.module.css';
import { Link } from '../../ui/link/Link.tsx';

const path: Record<string, string> = {
  terms: '/login/loginWithPhone/terms',
  privacy: '/login/loginWithPhone/privacy',
};

/** The terms that a rider accepts by logging in. */
export function TermsLine() {
  const { t } = useTranslation('auth');
  // `split` returns groups of three parts: plain text, the key of a link in `path`, and the text of
  // this link.
  const parts = t(($) => $.agreement).split(/<(\w+)>(.*?)<\/\w+>/);
  return (
    <p className={styles['agreement']}>
      {parts.map((part, index) => {
        if (index % 3 === 0) return part;
        if (index % 3 === 1) return null;
        const to = path[parts[index - 1] ?? ''] ?? '';
        return (
          <Link key={to} to={to}>
            {part}
          </Link>
        );
      })}
    </p>
  );
}
