import type { ReactNode } from 'react';
import { useSelector } from 'react-redux';
import type { User } from '../../../contract/signIn/auth.ts';
import { isUser } from '../../../contract/rules/shapes/userShape.ts';
import { apiErrorCode } from '../../api/apiError.ts';
import { usePersonalAnswer } from '../../api/usePersonalAnswer.ts';
import { useGetMeQuery } from '../../features/auth/authApi.ts';
import { selectIsSignedIn, selectUserDetail } from '../../features/auth/clientUserSlice.ts';
import { SignedInOnly } from '../../features/auth/SignedInOnly.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { Screen } from '../../ui/screen/Screen.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { useTranslation } from 'react-i18next';

export interface MyPageProps {
  /** The title of the page until the rider is known. */
  heading: string;
  children: (me: User) => ReactNode;
}

/** A page about the signed-in rider. */
export function MyPage(props: MyPageProps) {
  return (
    <SignedInOnly>
      <Me {...props} />
    </SignedInOnly>
  );
}

function Me({ heading, children }: MyPageProps) {
  const { t } = useTranslation('errors');
  const signedIn = useSelector(selectIsSignedIn);
  const userDetail = useSelector(selectUserDetail);
  const query = useGetMeQuery(undefined, { skip: !signedIn });
  const { error, refetch } = query;
  const { data, isMissing } = usePersonalAnswer('me', isUser, query);
  const me = data ?? userDetail;
  if (me) return children(me);
  return (
    <Screen heading={heading}>
      {error && isMissing ? (
        <ErrorState message={t(($) => $[apiErrorCode(error)])} onRetry={() => void refetch()} />
      ) : (
        <Skeleton lines={5} />
      )}
    </Screen>
  );
}
