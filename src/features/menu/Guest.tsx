import { useTranslation } from 'react-i18next';
import { Avatar } from '../../ui/display/Avatar.tsx';
import { ButtonLink } from '../../ui/button/Button.tsx';
import styles from './menu.module.css';

/** The part of the menu for guests: the advantages of an account and the link to the login. */
export function Guest({ loginPath }: { loginPath: string }) {
  const { t } = useTranslation(['menu', 'messages']);
  return (
    <div className={styles['guest']}>
      <div className={styles['person']}>
        <Avatar src={null} empty />
        <div className={styles['words']}>
          <p className={styles['name']}>{t(($) => $.messages.guest)}</p>
          <p className={styles['detail']}>{t(($) => $.guestLead)}</p>
        </div>
      </div>
      <ButtonLink to={loginPath} variant="action">
        {t(($) => $.logIn)}
      </ButtonLink>
    </div>
  );
}
