import { useTranslation } from 'react-i18next';
import { useMyPhoto } from '../../api/photoApi.ts';
import { formatE164 } from '../../lib/format/phone.ts';
import { Avatar } from '../../ui/display/Avatar.tsx';
import { CopyButton } from '../../ui/button/CopyButton.tsx';
import { ForwardIcon } from '../../ui/icons.tsx';
import styles from './menu.module.css';
import { Link } from '../../ui/link/Link.tsx';

export interface PersonProps {
  name: string | null;
  /** The rider's phone number; null if the rider logs in with a social account only. */
  phone: string | null;
  /** The account number. Support asks for it. */
  userId: string;
  /** The version of the photo; null if there is no photo. */
  photo: string | null;
  /** True in a narrow place, such as the menu at the side. The photo is then smaller. */
  isNarrow?: boolean | undefined;
  /** True if the profile, or a page below it, is open beside the menu. */
  isCurrent?: boolean | undefined;
}

/** The signed-in rider, with a link to the profile. */
export function Person({
  name,
  phone,
  userId,
  photo,
  isNarrow = false,
  isCurrent = false,
}: PersonProps) {
  const { t } = useTranslation(['menu', 'messages']);
  const src = useMyPhoto(photo);
  const called = name ?? (phone === null ? null : formatE164(phone));
  return (
    <div className={isNarrow ? styles['narrow'] : undefined}>
      <Link
        to="/profile"
        className={`${styles['person']} ${styles['toProfile']}`}
        aria-current={isCurrent || undefined}
      >
        <Avatar src={src} size={isNarrow ? 'tiny' : 'small'} />
        <span className={styles['words']}>
          <span className={styles['name']}>
            {called === null ? (
              t(($) => $.account)
            ) : (
              <bdi className={name === null ? 'unbroken' : undefined}>{called}</bdi>
            )}
          </span>
          <span className={styles['detail']}>{t(($) => $.profile)}</span>
        </span>
        <ForwardIcon className={styles['chevron']} />
      </Link>
      <div className={styles['id']}>
        <span>{t(($) => $.messages.userId)}</span>
        <bdi>{userId}</bdi>
        <CopyButton label={t(($) => $.copyUserId)} text={userId} />
      </div>
    </div>
  );
}
