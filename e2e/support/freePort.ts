import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Returns a free TCP port of 127.0.0.1. No other call returns the same port until this process ends, in any process.
 *
 * The port is below the ports that the operating system chooses for outgoing connections and for servers with port 0
 * (from 32768 on Linux, from 49152 on macOS and Windows). So no other program takes it before the caller listens on it.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(10_000, 32_768);
  return (await reserve(port)) && (await isFree(port)) ? port : freePort();
}

/** Binds the UDP port with the same number. The operating system releases it at the end of the process. */
async function reserve(port: number): Promise<boolean> {
  const socket = createSocket('udp4').unref();
  socket.bind({ port, address: '127.0.0.1', exclusive: true });
  return succeeds(once(socket, 'listening'));
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  if (!(await succeeds(once(server, 'listening')))) return false;
  await once(server.close(), 'close');
  return true;
}

/** `once` rejects if its emitter has an error, such as a port in use. */
const succeeds = (event: Promise<unknown>) =>
  event.then(
    () => true,
    () => false,
  );
