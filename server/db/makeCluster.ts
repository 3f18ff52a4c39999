import { PGlite } from '@electric-sql/pglite';

/** A program of its own: makes an empty embedded database in the folder it is given. */
const [, , folder] = process.argv;
if (!folder) throw new Error('a folder is needed');
const pglite = await PGlite.create({ dataDir: folder });
await pglite.close();
