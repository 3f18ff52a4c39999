import { useSearchParams } from 'react-router-dom';

/** The campaign that an address names in its query, whatever that is; null where it names none. */
export function useTypeQuery(): string | null {
  const [query] = useSearchParams();
  return query.get('type');
}
