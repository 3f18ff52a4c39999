import { useSearchParams } from 'react-router-dom';
import { withNext } from '../../features/auth/returnPath.ts';
import { SocialReturn } from '../../features/auth/social/SocialReturn.tsx';

/** The page to which the providers of social accounts redirect the browser. */
export function SocialReturnPage() {
  const [query] = useSearchParams();
  return (
    <SocialReturn attemptId={query.get('attempt')} loginPath={(next) => withNext('/login', next)} />
  );
}
