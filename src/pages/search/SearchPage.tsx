import { useTranslation } from 'react-i18next';
import { useGetConfigQuery } from '../../api/configApi.ts';
import { useErrorText } from '../../api/useErrorText.ts';
import { useHeadingFocus } from '../../ui/screen/useHeadingFocus.ts';
import { SheetWait } from '../home/sheet/SheetWait.tsx';
import { Search } from './Search.tsx';
import { useFocusSearch } from './useFocusSearch.ts';

/**
 * The page that searches stations by name, address or id, or lists stations around a place. It
 * shows a list and a map.
 */
export function SearchPage() {
  const { t } = useTranslation('titles');
  const { data: config, error, refetch } = useGetConfigQuery();
  const errorText = useErrorText();
  const heading = useHeadingFocus();
  const wantsToType = useFocusSearch();
  const title = (
    <h1 className="visually-hidden" ref={wantsToType ? null : heading} tabIndex={-1}>
      {t(($) => $.search)}
    </h1>
  );
  if (config) return <Search config={config} title={title} isTyping={wantsToType} />;
  return (
    <div className="home">
      <main className="home-sheet">
        {title}
        <SheetWait problem={error && errorText(error)} onRetry={() => void refetch()} />
      </main>
    </div>
  );
}
