import { type Kysely, sql } from 'kysely';

/**
 * A tiny picture that the app shows until the photo of a station has loaded. `photo_blur_of` is the
 * photo from which the picture was made.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE stations ADD COLUMN photo_blur text, ADD COLUMN photo_blur_of text`.execute(
    db,
  );
}
