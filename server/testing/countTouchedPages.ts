import { CompiledQuery, type KyselyPlugin, type QueryId, type RootOperationNode } from 'kysely';
import { z } from 'zod';
import type { Db } from '../db/database.ts';

const Explained = z.tuple([
  z.object({
    'QUERY PLAN': z.tuple([
      z.object({
        Plan: z.object({ 'Shared Hit Blocks': z.int(), 'Shared Read Blocks': z.int() }),
      }),
    ]),
  }),
]);

/**
 * Counts the database pages that the statements of `run` read, cached or not. It runs `run`, and then executes each
 * statement a second time with PostgreSQL's `EXPLAIN (ANALYZE)`, which returns the numbers.
 */
export async function countTouchedPages(
  db: Db,
  run: (db: Db) => Promise<unknown>,
): Promise<number> {
  const statements: CompiledQuery[] = [];
  const compiled = new Map<QueryId, CompiledQuery>();
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }): RootOperationNode {
      compiled.set(queryId, db.getExecutor().compileQuery(node, queryId));
      return node;
    },
    // The statements are collected here and not in `transformQuery`, because Kysely also calls `transformQuery` for a
    // query that is only a part of another query and has no result.
    transformResult: async ({ result, queryId }) => {
      const statement = compiled.get(queryId);
      if (statement) statements.push(statement);
      return result;
    },
  };
  await run(db.withPlugin(plugin));
  let pages = 0;
  for (const { sql: text, parameters } of statements) {
    const explain = `explain (analyze, buffers, format json) ${text}`;
    const { rows } = await db.executeQuery(CompiledQuery.raw(explain, [...parameters]));
    const { Plan } = Explained.parse(rows)[0]['QUERY PLAN'][0];
    pages += Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks'];
  }
  return pages;
}
