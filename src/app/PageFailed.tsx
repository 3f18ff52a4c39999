import { useTranslation } from 'react-i18next';
import { Button } from '../ui/Button.tsx';
import { useHeadingFocus } from '../ui/useHeadingFocus.ts';

/** A page whose code did not come, or broke: the way on is to load it anew. */
export function PageFailed({ heading }: { heading: string }) {
  const { t } = useTranslation('common');
  const ref = useHeadingFocus();
  return (
    <main className="page-start">
      <h1 ref={ref} tabIndex={-1}>
        {heading}
      </h1>
      <p role="alert">{t(($) => $.pageFailed)}</p>
      <Button onClick={() => location.reload()}>{t(($) => $.reload)}</Button>
    </main>
  );
}
