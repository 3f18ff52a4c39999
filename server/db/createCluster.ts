import { PGlite } from '@electric-sql/pglite';

/** A separate program: creates an empty embedded database in the given folder. */
const [, , folder] = process.argv;
if (!folder) throw new Error('a folder is needed');
const pglite = await PGlite.create({ dataDir: folder });
await pglite.close();
