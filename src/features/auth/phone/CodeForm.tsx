import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { useLanguage } from '../../../lib/language/language.ts';
import { formatPhone } from '../../../lib/format/phone.ts';
import { UnbrokenText } from '../../../ui/display/UnbrokenText.tsx';
import { useVerifyCodeMutation } from '../authApi.ts';
import { useCodeRequest } from '../challenge/useCodeRequest.tsx';
import { signedIn } from '../clientUserSlice.ts';
import { CodeScreen } from './CodeScreen.tsx';
import { codeSent } from '../loginSlice.ts';
import type { PendingCode } from '../loginSlice.ts';
import { useInviteNotice } from '../useInviteNotice.ts';
import { UnlockStrip } from '../UnlockStrip.tsx';

export interface CodeFormProps {
  pending: PendingCode;
  next: string;
  /** Shown below the code. */
  invite: ReactNode;
  /** Goes back to the field for the phone number, which stays filled in. */
  onChangeNumber: () => void;
}

/** The form for the code with which the rider logs in. */
export function CodeForm({ pending, next, invite, onChangeNumber }: CodeFormProps) {
  const { t } = useTranslation('auth');
  const { language } = useLanguage();
  const dispatch = useDispatch();
  const { request: requestCode, notice } = useCodeRequest();
  const [verifyCode] = useVerifyCodeMutation();
  const showInviteNotice = useInviteNotice();

  const phone = formatPhone(pending.callingCode, pending.national);

  const verify = async (code: string) => {
    const { data, error } = await verifyCode({ requestId: pending.requestId, code });
    if (data) {
      showInviteNotice(data);
      dispatch(signedIn(data));
    }
    return error;
  };

  const resend = async () => {
    const { data, error } = await requestCode({ phone: pending.phone, language });
    if (data) {
      dispatch(codeSent({ ...pending, requestId: data.requestId, resendAt: data.resendAt }));
    }
    return error;
  };

  return (
    <CodeScreen
      heading={<UnbrokenText text={t(($) => $.code.heading, { phone })} number={phone} />}
      by="phone"
      requestId={pending.requestId}
      resendAt={pending.resendAt}
      changeLabel={t(($) => $.code.change)}
      onChangeAddress={onChangeNumber}
      verify={verify}
      resend={resend}
      after={invite}
    >
      <UnlockStrip next={next} />
      {notice}
    </CodeScreen>
  );
}
