import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { Dependencies } from '../../dependencies.ts';
import { decodePicture } from '../photos/decodePicture.ts';

/**
 * The tiny picture has four columns and three rows. A browser enlarges this picture smoothly, so that the photo looks
 * blurred.
 */
const [width, height] = [4, 3];
/** The maximum size of a photo in bytes. A larger photo gets no blur. */
const mostBytes = 12_000_000;
const timeoutMs = 8_000;
/** Status codes below 500 after which a later request may succeed: a busy host, or a temporary redirect. */
const temporary = [302, 303, 307, 408, 425, 429];
/** The maximum number of photos in one run. The other photos wait for the next run. */
const photosPerRun = 20;

/** A tiny picture of a photo as a data URL of about 130 characters; null if the bytes are not a photo. */
export async function blurOf(bytes: Buffer): Promise<string | null> {
  const tiny = await decodePicture(bytes, (picture) =>
    picture.resize(width, height, { fit: 'cover' }).toColourspace('srgb').webp({ quality: 40 }),
  );
  return tiny && `data:image/webp;base64,${tiny.toString('base64')}`;
}

/**
 * Computes the blurs that are missing, and stores them. Reads only photos of this server and of `PHOTO_HOSTS`. If a
 * photo is missing, is too large or cannot be decoded, or if its host redirects the request permanently, later runs do
 * not read it again. If its host does not answer, or answers with a temporary error or redirect, a later run tries
 * again.
 */
export async function addPhotoBlurs({
  db,
  log,
  settings,
}: Pick<Dependencies, 'db' | 'log' | 'settings'>): Promise<void> {
  const rows = await db
    .selectFrom('stations')
    .select(['id', 'photo'])
    .where('photo', 'is not', null)
    .where(sql<boolean>`photo_blur_of is distinct from photo`)
    // The order is random, because a host without an answer must not delay the photos of other hosts for ever.
    .orderBy(sql`random()`)
    .limit(photosPerRun)
    .execute();
  for (const { id, photo } of rows) {
    if (photo === null) continue;
    try {
      const bytes = await readPhoto(photo, settings);
      await storeBlur(db, id, photo, bytes && (await blurOf(bytes)));
    } catch (error) {
      log.warn({ stationId: id, err: error }, 'the photo of a station could not be read');
    }
  }
}

async function storeBlur(db: Db, id: string, photo: string, blur: string | null): Promise<void> {
  await db
    .updateTable('stations')
    .set({ photo_blur: blur, photo_blur_of: photo })
    .where('id', '=', id)
    .execute();
}

/**
 * Fetches a photo. Returns null if the host is not allowed, if it refuses the request or redirects it permanently, or
 * if the photo is too large.
 *
 * @throws if the host does not answer, or if its answer is a temporary error or redirect.
 */
async function readPhoto(
  photo: string,
  { publicUrl, photoOrigins }: Dependencies['settings'],
): Promise<Buffer | null> {
  const url = URL.parse(photo, publicUrl);
  if (url === null) return null;
  if (![new URL(publicUrl).origin, ...photoOrigins].includes(url.origin)) return null;
  const answer = await fetch(url, {
    // Do not follow redirects, because they could lead to a host that is not allowed.
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (answer.ok && answer.body) return readLimited(answer.body);
  await answer.body?.cancel();
  if (answer.status >= 500 || temporary.includes(answer.status)) {
    throw new Error(`status ${answer.status}`);
  }
  return null;
}

async function readLimited(body: ReadableStream<Uint8Array>): Promise<Buffer | null> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body) {
    size += part.byteLength;
    if (size > mostBytes) return null;
    parts.push(part);
  }
  return Buffer.concat(parts);
}
