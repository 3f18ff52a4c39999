import { expect, test, vi } from 'vitest';
import { fetchPageEarly, setFetchPage } from './pageCode.ts';

test('the code of a page is fetched early only after the app has set the function that fetches it', () => {
  expect(() => fetchPageEarly('/search')).not.toThrow();
  const fetchPage = vi.fn<(pathname: string) => Promise<void>>().mockResolvedValue();
  setFetchPage(fetchPage);
  fetchPageEarly('/search');
  expect(fetchPage).toHaveBeenCalledExactlyOnceWith('/search');
});
