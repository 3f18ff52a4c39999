import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { Button, ButtonLink } from '../../ui/button/Button.tsx';
import { useHeadingFocus } from '../../ui/screen/useHeadingFocus.ts';
import { useUpdate } from '../update/update.ts';

/**
 * Offers a reload if the code of a page failed to load or the page crashed. If a new version is
 * waiting, the button switches to it, because the server may have removed the code of the current
 * version.
 */
export function PageFailed({ heading }: { heading: string | undefined }) {
  const { t } = useTranslation('common');
  const { pathname } = useLocation();
  const ref = useHeadingFocus();
  const update = useUpdate();
  const reload = () => (update.status === 'waiting' ? update.agree() : location.reload());
  return (
    <main className="page-start">
      <h1 ref={ref} tabIndex={-1}>
        {heading ?? t(($) => $.pageFailed)}
      </h1>
      {heading === undefined ? null : <p role="alert">{t(($) => $.pageFailed)}</p>}
      <Button onClick={reload}>{t(($) => $.reload)}</Button>
      {pathname === '/home' ? null : (
        <ButtonLink variant="quiet" to="/home">
          {t(($) => $.home)}
        </ButtonLink>
      )}
    </main>
  );
}
