import { useSearchParams } from 'react-router-dom';

/**
 * Returns the campaign in the query of the address, or null if there is none. The value is not
 * validated.
 */
export function useTypeQuery(): string | null {
  const [query] = useSearchParams();
  return query.get('type');
}
