import { useTranslation } from 'react-i18next';
import { Avatar } from '../../ui/display/Avatar.tsx';
import { ButtonLink } from '../../ui/button/Button.tsx';
import styles from './menu.module.css';

export interface GuestProps {
  loginPath: string;
  /**
   * Whether the menu is at the side of a page. In a low window, a menu at the side shows only the link to the login.
   * The link is a secondary button, so that the main action of the page stays the most prominent one.
   */
  isNarrow?: boolean | undefined;
}

/** The part of the menu for guests: the advantages of an account and the link to the login. */
export function Guest({ loginPath, isNarrow = false }: GuestProps) {
  const { t } = useTranslation(['menu', 'messages']);
  return (
    <div className={isNarrow ? `${styles['guest']} ${styles['narrow']}` : styles['guest']}>
      <div className={styles['person']}>
        <Avatar src={null} empty />
        <div className={styles['words']}>
          <p className={styles['name']}>{t(($) => $.messages.guest)}</p>
          <p className={styles['detail']}>{t(($) => $.guestLead)}</p>
        </div>
      </div>
      <ButtonLink to={loginPath} variant={isNarrow ? 'quiet' : 'action'}>
        {t(($) => $.logIn)}
      </ButtonLink>
    </div>
  );
}
