import { createHash, randomBytes } from 'node:crypto';
import type { Db, Trx } from '../../db/database.ts';

/** 22 letters, because a text message has little space. */
const tokenBytes = 16;

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/**
 * A new link that undoes a change. Its token is stored only as a hash, so each message gets its own
 * link. The token is in the fragment, which no server and no log sees.
 */
export async function makeUndoLink(db: Db, publicUrl: string, changeId: string): Promise<string> {
  const token = randomBytes(tokenBytes).toString('base64url');
  await db
    .insertInto('undo_links')
    .values({ token_hash: hashToken(token), change_id: changeId })
    .execute();
  return `${publicUrl}/notMe#${token}`;
}

/** The id of the change that a token undoes; undefined for an unknown token. */
export async function changeOfToken(db: Db | Trx, token: string): Promise<string | undefined> {
  const link = await db
    .selectFrom('undo_links')
    .select('change_id')
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst();
  return link?.change_id;
}
