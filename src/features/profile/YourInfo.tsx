import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { User } from '../../../contract/signIn/auth.ts';
import { useMyPhoto } from '../../api/photoApi.ts';
import { formatE164 } from '../../lib/format/phone.ts';
import { formatDay } from '../../lib/format/formatDay.ts';
import { Avatar } from '../../ui/display/Avatar.tsx';
import { RowLink } from '../../ui/link/RowLink.tsx';
import { Screen } from '../../ui/screen/Screen.tsx';

export interface YourInfoProps {
  me: User;
  /** Other rows about the account. */
  children?: ReactNode;
}

/** The rider's information. Each row has a value and a link to edit it. */
export function YourInfo({ me, children }: YourInfoProps) {
  const { t } = useTranslation('profile');
  const src = useMyPhoto(me.photo);
  const missing = t(($) => $.missing);

  return (
    <Screen heading={t(($) => $.yourInfo)}>
      <div>
        <RowLink
          to="/profile/yourInfo/photo"
          label={t(($) => $.photo.label)}
          end={me.photo === null ? missing : <Avatar src={src} size="tiny" />}
        />
        <RowLink
          to="/profile/yourInfo/name"
          label={t(($) => $.name.label)}
          end={me.name === null ? missing : <bdi>{me.name}</bdi>}
        />
        <RowLink
          to="/profile/yourInfo/email"
          label={t(($) => $.email.label)}
          end={me.email === null ? missing : <bdi>{me.email}</bdi>}
        />
        <RowLink
          to="/profile/yourInfo/phone"
          label={t(($) => $.phone.label)}
          end={me.phone === null ? missing : <bdi>{formatE164(me.phone)}</bdi>}
        />
        <RowLink
          to="/profile/yourInfo/birthday"
          label={t(($) => $.birthday.label)}
          end={me.birthDate === null ? missing : <span lang="en">{formatDay(me.birthDate)}</span>}
        />
      </div>
      {children}
    </Screen>
  );
}
