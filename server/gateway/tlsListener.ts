import { unwatchFile, watchFile } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { createServer, type Server } from 'node:tls';
import type { GatewayLog } from './gatewayLog.ts';

export interface TlsFiles {
  /** The certificate and its chain (PEM). */
  certificateFile: string;
  /** The private key of the certificate (PEM). */
  keyFile: string;
  /** How often the files are checked for a change, in milliseconds; a minute by default. */
  checkEveryMs?: number;
}

/** A connection that does not finish its handshake within this time is closed. */
const handshakeWithinMs = 10_000;

/**
 * A server that speaks only TLS, 1.2 or newer. When the files change, new connections get the new certificate.
 *
 * @throws if the files cannot be read, or if the key does not belong to the certificate.
 */
export async function openTlsListener(
  { certificateFile, keyFile, checkEveryMs = 60_000 }: TlsFiles,
  serve: (socket: Socket) => void,
  log: GatewayLog,
): Promise<{ server: Server; stopWatching: () => void }> {
  const read = async () => ({
    cert: await readFile(certificateFile),
    key: await readFile(keyFile),
    minVersion: 'TLSv1.2' as const,
  });
  const server = createServer({ ...(await read()), handshakeTimeout: handshakeWithinMs }, serve);
  server.on('tlsClientError', (error, socket) => {
    log.debug({ err: error }, 'a connection without valid TLS was closed');
    socket.destroy();
  });
  const reload = async () => {
    try {
      server.setSecureContext(await read());
      log.info({}, 'the broker uses the changed certificate');
    } catch (error) {
      // For example, only one of the two files has changed so far, so the key does not belong to the certificate. The
      // former certificate stays in use.
      log.error({ err: error }, 'the changed certificate of the broker cannot be used');
    }
  };
  const onChange = () => void reload();
  for (const file of [certificateFile, keyFile]) {
    watchFile(file, { interval: checkEveryMs, persistent: false }, onChange);
  }
  return {
    server,
    stopWatching() {
      for (const file of [certificateFile, keyFile]) unwatchFile(file, onChange);
    },
  };
}
