import { createHash, randomBytes } from 'node:crypto';
import type { Db, Trx } from '../../db/database.ts';

/** The token has only 22 characters, because a text message has little space. */
const tokenBytes = 16;

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/**
 * Creates a link that undoes a change. Each message gets its own link, because the server stores only a hash
 * of the token and cannot show a link again. The token is in the fragment of the link, which browsers do not
 * send to servers.
 */
export async function makeUndoLink(db: Db, publicUrl: string, changeId: string): Promise<string> {
  const token = randomBytes(tokenBytes).toString('base64url');
  await db
    .insertInto('undo_links')
    .values({ token_hash: hashToken(token), change_id: changeId })
    .execute();
  return `${publicUrl}/notMe#${token}`;
}

/** The id of the change to which the token of an undo link belongs; undefined for an unknown token. */
export async function changeOfToken(db: Db | Trx, token: string): Promise<string | undefined> {
  const link = await db
    .selectFrom('undo_links')
    .select('change_id')
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst();
  return link?.change_id;
}
