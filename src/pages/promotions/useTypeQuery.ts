import { useSearchParams } from 'react-router-dom';

/** The campaign in the query of the address, not validated; null if there is none. */
export function useTypeQuery(): string | null {
  const [query] = useSearchParams();
  return query.get('type');
}
