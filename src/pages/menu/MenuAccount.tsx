import { useSelector } from 'react-redux';
import { isUser } from '../../../contract/rules/shapes/userShape.ts';
import { usePersonalAnswer } from '../../api/usePersonalAnswer.ts';
import { useGetMeQuery } from '../../features/auth/authApi.ts';
import { selectIsSignedIn, selectUserDetail } from '../../features/auth/clientUserSlice.ts';
import { withNext } from '../../features/auth/returnPath.ts';
import { Guest } from '../../features/menu/Guest.tsx';
import { Person } from '../../features/menu/Person.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';

export interface MenuAccountProps {
  /** The page that opens after a guest has logged in. */
  here: string;
  isNarrow?: boolean | undefined;
}

/** The part of the menu for the rider or the guest. */
export function MenuAccount({ here, isNarrow }: MenuAccountProps) {
  const signedIn = useSelector(selectIsSignedIn);
  const userDetail = useSelector(selectUserDetail);
  const query = useGetMeQuery(undefined, { skip: !signedIn });
  const { data, isMissing } = usePersonalAnswer('me', isUser, query);
  const me = data ?? userDetail;
  if (!signedIn) return <Guest loginPath={withNext('/login', here)} isNarrow={isNarrow} />;
  if (me) {
    const { name, phone, id, photo } = me;
    return (
      <Person
        name={name}
        phone={phone}
        userId={id}
        photo={photo}
        isNarrow={isNarrow}
        isCurrent={here.startsWith('/profile')}
      />
    );
  }
  return isMissing ? <ErrorState onRetry={() => void query.refetch()} /> : <Skeleton lines={2} />;
}
