type FetchPage = (pathname: string) => Promise<void>;

let fetchPage: FetchPage | null = null;

/**
 * Sets the function that fetches the code of a page by its path. The function never rejects. A page
 * cannot import `fetchPage` of routes.ts, because this import would be a cycle: the table of pages
 * imports all pages.
 */
export function setFetchPage(fetch: FetchPage): void {
  fetchPage = fetch;
}

/**
 * Fetches the code of a page that the user will probably open next. If the code cannot be loaded,
 * the page loads it again when it opens.
 */
export function fetchPageEarly(pathname: string): void {
  void fetchPage?.(pathname);
}
