import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { stillLoadingMs } from '../../lib/constants.ts';
import { Button } from '../../ui/button/Button.tsx';
import { useAnnounce } from '../../ui/feedback/messages.ts';

/**
 * The screen while the code of a page loads. After eight seconds, a message explains that the page
 * is still loading.
 */
export function PageSkeleton({ heading }: { heading: string }) {
  const { t } = useTranslation('common');
  const announce = useAnnounce();
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), stillLoadingMs);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    if (slow) announce(t(($) => $.stillLoading));
  }, [slow, announce, t]);

  return (
    <main className="page-start" aria-busy="true">
      <h1>{heading}</h1>
      <div className="page-lines" aria-hidden="true">
        <i />
        <i />
        <i />
      </div>
      {slow && (
        <>
          <p>{t(($) => $.stillLoading)}</p>
          <Button variant="quiet" onClick={() => location.reload()}>
            {t(($) => $.reload)}
          </Button>
        </>
      )}
    </main>
  );
}
