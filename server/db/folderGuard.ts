import { createHash } from 'node:crypto';
import { realpath, rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import path from 'node:path';

/** Another process has the embedded database open; `message` is for the operator. */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError';

  constructor(folder: string) {
    super(
      `Another process already serves the database in ${folder}. ` +
        'Stop it first, or set another DATA_DIR, or use PostgreSQL with DATABASE_URL.',
    );
  }
}

/**
 * Locks a folder for this process. The returned function unlocks it, and so does the end of the process, even after a
 * crash. The embedded database does not lock its folder itself, and two processes that write into it would lose rows.
 *
 * @throws {FolderInUseError} if another process has locked the folder.
 */
export async function guardFolder(folder: string): Promise<() => Promise<void>> {
  const real = await realpath(folder);
  const name = `charger-rental-${createHash('sha256').update(real).digest('hex').slice(0, 32)}`;
  const server = await bind(real, name);
  // The socket only reserves the name. It must not prevent the end of the process.
  server.unref();
  return () => new Promise((resolve) => void server.close(() => resolve()));
}

async function bind(folder: string, name: string): Promise<Server> {
  // On Linux and Windows, the name of the socket is not a file, so it disappears with the process.
  if (process.platform === 'linux') return listen(`\0${name}`, folder);
  if (process.platform === 'win32') return listen(`\\\\.\\pipe\\${name}`, folder);
  // On other systems a socket file remains after a crash. The folder is in use only if a process
  // responds on the socket.
  const file = path.join('/tmp', name);
  if (!(await answers(file))) await rm(file, { force: true });
  return listen(file, folder);
}

function listen(address: string, folder: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'EADDRINUSE' ? new FolderInUseError(folder) : error);
    });
    server.listen(address, () => resolve(server));
  });
}

function answers(file: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(file, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
