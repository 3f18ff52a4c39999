import { useTranslation } from 'react-i18next';
import { Navigate, useNavigate } from 'react-router-dom';
import type { User } from '../../../contract/signIn/auth.ts';
import { ProofHost } from '../../features/auth/security/ProofHost.tsx';
import { useApplyUser } from '../../features/auth/useApplyUser.ts';
import { BirthDateForm } from '../../features/profile/BirthDateForm.tsx';
import { EmailForm } from '../../features/profile/EmailForm.tsx';
import { NameForm } from '../../features/profile/NameForm.tsx';
import { PhotoForm } from '../../features/profile/PhotoForm.tsx';
import { useStepBack } from '../../lib/navigation/goBack.ts';
import { useRouteParams } from '../../lib/navigation/routeParams.ts';
import { useIsMounted } from '../../lib/page/useIsMounted.ts';
import { useToast } from '../../ui/feedback/messages.ts';
import { readField, yourInfoPath } from './fields.ts';
import type { FieldName } from './fields.ts';
import { MyPage } from './MyPage.tsx';
import { PhoneChangeForm } from './PhoneChangeForm.tsx';

/** The page of one field of the profile. */
export function YourInfoFieldPage() {
  const { t } = useTranslation('profile');
  const field = readField(useRouteParams()['type']);
  if (field === null) return <Navigate to={yourInfoPath} replace />;
  return (
    <MyPage heading={t(($) => $[field].heading)}>
      {(me) => (
        <>
          <Field key={field} field={field} me={me} />
          <ProofHost />
        </>
      )}
    </MyPage>
  );
}

function Field({ field, me }: { field: FieldName; me: User }) {
  const { t } = useTranslation(['messages', 'profile']);
  const navigate = useNavigate();
  const stepBack = useStepBack(yourInfoPath);
  const stillHere = useIsMounted();
  const takeUser = useApplyUser();
  const showToast = useToast();

  const finish = (user: User, text = t(($) => $.infoSaved)) => {
    takeUser(user);
    showToast(text);
    if (stillHere()) stepBack();
  };
  const askForCode = () => {
    if (stillHere()) void navigate(`${yourInfoPath}/${field}/code`);
  };

  switch (field) {
    case 'name':
      return <NameForm me={me} onSaved={finish} />;
    case 'email':
      return <EmailForm me={me} onSaved={finish} onCodeSent={askForCode} />;
    case 'phone':
      return <PhoneChangeForm me={me} onCodeSent={askForCode} />;
    case 'birthday':
      return <BirthDateForm me={me} onSaved={finish} />;
    case 'photo':
      return (
        <PhotoForm
          me={me}
          onUploaded={(user) =>
            finish(
              user,
              t(($) => $.profile.photo.uploaded),
            )
          }
          onRemoved={(user) =>
            finish(
              user,
              t(($) => $.profileUpdated),
            )
          }
        />
      );
  }
}
