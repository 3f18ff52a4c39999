import { createHash } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import type pg from 'pg';
import { connectionErrorOf, rethrowConnectionError } from './lostConnections.ts';

const comment = '/* planned once */';

/**
 * Marks a statement whose plan each PostgreSQL connection caches, because planning would take longer than running the
 * statement. A connection caches one plan for each different text, so there must be only a few texts. The comment has
 * no effect on the embedded database.
 */
export const cachedPlan = sql.raw(comment);

/**
 * A parameter whose value the planner does not see. Without this function, PostgreSQL makes a new
 * plan if it estimates that the plan for the actual values is better than the cached plan. So
 * PostgreSQL would plan each call again for a rider who has far more rows than other riders.
 */
export function hiddenFromPlanner(
  value: unknown,
  type: 'uuid' | 'uuid[]' | 'timestamptz' | 'int',
): RawBuilder<unknown> {
  const known = sql.raw(type);
  // The outer cast is needed. Without it, `any((select …))` would compare with the rows of the query.
  return sql`(select ${value}::${known})::${known}`;
}

const names = new Map<string, string>();

function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 32);
  names.set(text, name);
  return name;
}

/** The part of a connection pool that the database uses. */
export interface Connections {
  readonly options: pg.PoolOptions;
  connect(): Promise<pg.PoolClient>;
  end(): Promise<void>;
}

/** Returns the pool with clients that prepare the marked statements under a name. */
export function withPreparedStatements(pool: Connections): Connections {
  const clients = new WeakMap<pg.PoolClient, pg.PoolClient>();
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect(): Promise<pg.PoolClient> {
      const client = await pool.connect().catch(rethrowConnectionError);
      const known = clients.get(client) ?? preparing(client);
      clients.set(client, known);
      return known;
    },
  };
}

function preparing(client: pg.PoolClient): pg.PoolClient {
  return new Proxy(client, {
    get(target, key) {
      if (key !== 'query') {
        if (key === 'release') return (discard?: boolean) => release(target, discard);
        const value: unknown = Reflect.get(target, key, target);
        return typeof value === 'function' ? value.bind(target) : value;
      }
      return (...given: [statement: unknown, values?: unknown[]]): unknown => {
        const loss = connectionErrorOf(target);
        if (loss) return Promise.reject(loss);
        const [text, values = []] = given;
        const answer: unknown =
          typeof text === 'string' && text.includes(comment)
            ? target.query({ name: nameOf(text), text, values })
            : Reflect.apply(target.query, target, given);
        return answer instanceof Promise ? answer.catch(rethrowConnectionError) : answer;
      };
    },
  });
}

/**
 * Returns a client to the pool. It removes the client if the connection was lost, or if Kysely discards
 * the client because a rollback failed. Otherwise the next caller would get a broken client.
 */
function release(client: pg.PoolClient, discard = false): void {
  client.release(connectionErrorOf(client) ?? discard);
}
