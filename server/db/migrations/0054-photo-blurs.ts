import { type Kysely, sql } from 'kysely';

/** A tiny picture that the app shows until the photo of a station has loaded, and the photo of which it was made. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE stations ADD COLUMN photo_blur text, ADD COLUMN photo_blur_of text`.execute(
    db,
  );
}
