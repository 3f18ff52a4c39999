import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { useLocation } from 'react-router-dom';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { Button, ButtonLink } from '../../ui/button/Button.tsx';
import { useAnnounce } from '../../ui/feedback/messages.ts';
import { lossNoted } from './clientUserSlice.ts';
import { isLoginPath, withNext } from './returnPath.ts';

/**
 * Explains that the session ended without a logout in this tab, for example on another device. Links to the login,
 * which leads back to this page.
 */
export function SignedOutNotice() {
  const { t } = useTranslation(['auth', 'menu', 'messages']);
  const { pathname, search } = useLocation();
  const dispatch = useDispatch();
  const announce = useAnnounce();
  const text = t(($) => $.signedOut);

  useEffect(() => announce(text), [announce, text]);

  return (
    <Banner
      tone="info"
      action={
        isLoginPath(pathname) ? null : (
          <>
            <ButtonLink variant="text" to={withNext('/login', pathname + search)}>
              {t(($) => $.menu.logIn)}
            </ButtonLink>
            <Button variant="text" onClick={() => dispatch(lossNoted())}>
              {t(($) => $.messages.later)}
            </Button>
          </>
        )
      }
    >
      {text}
    </Banner>
  );
}
