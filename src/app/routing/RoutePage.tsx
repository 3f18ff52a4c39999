import { useEffect } from 'react';
import type { LazyPart } from '../../lib/loading/lazyPart.ts';
import { LazyPage } from './LazyPage.tsx';

/** Shows a page and sets the document's title. */
export function RoutePage({ title, page }: { title: string; page: LazyPart<object> }) {
  useEffect(() => {
    document.title = title;
  }, [title]);
  return <LazyPage heading={title} page={page} />;
}
