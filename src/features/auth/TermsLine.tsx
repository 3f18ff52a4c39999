import { useTranslation } from 'react-i18next';
import styles from './auth.module.css';
import { Link } from '../../ui/link/Link.tsx';

const path: Record<string, string> = {
  terms: '/login/loginWithPhone/terms',
  privacy: '/login/loginWithPhone/privacy',
};

/** What a person agrees to by logging in, before they do. */
export function TermsLine() {
  const { t } = useTranslation('auth');
  // Words, the name of a link and its words, over and over.
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
