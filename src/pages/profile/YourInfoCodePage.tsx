import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router-dom';
import type { User } from '../../../contract/signIn/auth.ts';
import { withProof } from '../../api/proof.ts';
import { CodeScreen } from '../../features/auth/phone/CodeScreen.tsx';
import { ProofHost } from '../../features/auth/security/ProofHost.tsx';
import { useApplyUser } from '../../features/auth/useApplyUser.ts';
import { isPendingContact, storeDraft, readDraft } from '../../lib/storage/drafts.ts';
import type { PendingContact } from '../../lib/storage/drafts.ts';
import {
  useChangeEmailMutation,
  useChangePhoneMutation,
  useVerifyEmailMutation,
  useVerifyPhoneMutation,
} from '../../features/profile/profileApi.ts';
import { useStepBack } from '../../lib/navigation/goBack.ts';
import { formatE164 } from '../../lib/format/phone.ts';
import { useRouteParams } from '../../lib/navigation/routeParams.ts';
import { useIsMounted } from '../../lib/page/useIsMounted.ts';
import { EmailText } from '../../ui/display/EmailText.tsx';
import { UnbrokenText } from '../../ui/display/UnbrokenText.tsx';
import { useToast } from '../../ui/feedback/messages.ts';
import { readContact, yourInfoPath } from './fields.ts';
import type { ContactName } from './fields.ts';
import { MyPage } from './MyPage.tsx';

const drafts = { email: 'emailCode', phone: 'phoneCode' } as const;

/**
 * The page on which the rider enters the code that was sent to a new email address or phone number.
 */
export function YourInfoCodePage() {
  const { t } = useTranslation('titles');
  const contact = readContact(useRouteParams()['type']);
  if (contact === null) return <Navigate to={yourInfoPath} replace />;
  return (
    <MyPage heading={t(($) => $.code)}>
      {(me) => (
        <>
          <Code contact={contact} me={me} />
          <ProofHost />
        </>
      )}
    </MyPage>
  );
}

function Code({ contact, me }: { contact: ContactName; me: User }) {
  const draft = drafts[contact];
  const [pending, wait] = useState(() => readDraft(me.id, draft, isPendingContact));
  if (pending === null) return <Navigate to={`${yourInfoPath}/${contact}`} replace />;

  const put = (next: PendingContact) => {
    storeDraft(me.id, draft, next);
    wait(next);
  };
  const end = () => {
    storeDraft(me.id, draft, null);
    storeDraft(me.id, contact, null);
  };
  return contact === 'email' ? (
    <EmailCode pending={pending} onSent={put} onDone={end} />
  ) : (
    <PhoneCode pending={pending} onSent={put} onDone={end} />
  );
}

interface CodeProps {
  pending: PendingContact;
  /** Called after another code was sent. */
  onSent: (pending: PendingContact) => void;
  onDone: () => void;
}

function EmailCode({ pending, onSent, onDone }: CodeProps) {
  const { t } = useTranslation(['auth', 'profile']);
  const [changeEmail] = useChangeEmailMutation();
  const [verifyEmail] = useVerifyEmailMutation();
  const { finish, change } = useWays('email', onDone);
  const { requestId, resendAt, contact } = pending;

  return (
    <CodeScreen
      heading={
        <EmailText text={t(($) => $.code.headingEmail, { address: contact })} address={contact} />
      }
      by="email"
      requestId={requestId}
      resendAt={resendAt}
      changeLabel={t(($) => $.profile.email.change)}
      onChangeAddress={change}
      verify={async (code) => {
        const { data, error } = await withProof({ kind: 'code' }, () =>
          verifyEmail({ requestId, code }),
        );
        if (data) finish(data);
        return error;
      }}
      resend={async () => {
        const { data, error } = await withProof({ kind: 'code' }, () =>
          changeEmail({ email: contact }),
        );
        if (data?.status === 'codeSent') onSent({ ...data, contact });
        if (data?.status === 'saved') finish(data.user);
        return error;
      }}
    />
  );
}

function PhoneCode({ pending, onSent, onDone }: CodeProps) {
  const { t } = useTranslation('auth');
  const [changePhone] = useChangePhoneMutation();
  const [verifyPhone] = useVerifyPhoneMutation();
  const { finish, change } = useWays('phone', onDone);
  const { requestId, resendAt, contact } = pending;
  const phone = formatE164(contact);

  return (
    <CodeScreen
      heading={<UnbrokenText text={t(($) => $.code.heading, { phone })} number={phone} />}
      by="phone"
      requestId={requestId}
      resendAt={resendAt}
      changeLabel={t(($) => $.code.change)}
      onChangeAddress={change}
      verify={async (code) => {
        const { data, error } = await withProof({ kind: 'code' }, () =>
          verifyPhone({ requestId, code }),
        );
        if (data) finish(data);
        return error;
      }}
      resend={async () => {
        const { data, error } = await withProof({ kind: 'code' }, () =>
          changePhone({ phone: contact }),
        );
        if (data) onSent({ ...data, contact });
        return error;
      }}
    />
  );
}

/**
 * Returns functions that open the next page. `finish` applies the changed user and opens the list
 * of fields. `change` opens the page of the field.
 */
function useWays(contact: ContactName, onDone: () => void) {
  const { t } = useTranslation('messages');
  const toList = useStepBack(yourInfoPath);
  const toField = useStepBack(`${yourInfoPath}/${contact}`);
  const stillHere = useIsMounted();
  const takeUser = useApplyUser();
  const showToast = useToast();

  return {
    finish: (user: User) => {
      onDone();
      takeUser(user);
      showToast(t(($) => $.infoSaved));
      // Go back two steps, because the page of the field is between this page and the list of
      // fields.
      if (stillHere()) toList(2);
    },
    change: () => toField(),
  };
}
