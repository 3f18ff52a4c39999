import { PGlite } from '@electric-sql/pglite';

// This is a separate program. It creates an empty embedded database in the given folder.
const [, , folder] = process.argv;
if (!folder) throw new Error('a folder is needed');
const pglite = await PGlite.create({ dataDir: folder });
await pglite.close();
