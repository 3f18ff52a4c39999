import type { z } from 'zod';
import { callServer, type OpsContext } from './opsClient.ts';

/**
 * Reads a list of the server page by page.
 *
 * @param filter the options that limit the list. The function ignores an option that is empty or has no
 *   value.
 */
export async function* pagesOf<Page extends { after: string | null }>(
  context: OpsContext,
  schema: z.ZodType<Page>,
  path: string,
  filter: Readonly<Record<string, string | undefined>>,
  as: string | undefined,
): AsyncGenerator<Page, void> {
  let after: string | null = null;
  do {
    const query = new URLSearchParams({ limit: '500', ...(after !== null && { after }) });
    for (const [name, value] of Object.entries(filter)) if (value) query.set(name, value);
    const page: Page = await callServer(context, schema, `${path}?${query.toString()}`, { as });
    yield page;
    after = page.after;
  } while (after !== null);
}
