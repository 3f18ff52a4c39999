import { useTranslation } from 'react-i18next';

/** A page whose code did not come, or broke. */
export function PageFailed({ heading }: { heading: string }) {
  const { t } = useTranslation('common');
  return (
    <main className="page-start">
      <h1 className="page-start-heading">{heading}</h1>
      <p role="alert">{t(($) => $.pageFailed)}</p>
      <button className="page-start-button" type="button" onClick={() => location.reload()}>
        {t(($) => $.reload)}
      </button>
    </main>
  );
}
