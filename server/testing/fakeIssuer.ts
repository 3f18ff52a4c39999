import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { createServer, getCACertificates, setDefaultCACertificates } from 'node:tls';
import { appOrigins } from '../../sandbox/appOrigins.ts';
import { makeClients, type OperatorClient } from '../../sandbox/identity/clients.ts';
import { IdentityFaults } from '../../sandbox/identity/identityFaults.ts';
import { startIdentityServer } from '../../sandbox/identity/identityServer.ts';
import { makeCertificate } from './makeCertificate.ts';

export interface FakeIssuer {
  /** The address for `OPERATOR_OIDC_ISSUER`. */
  issuer: string;
  client: OperatorClient;
  close: () => Promise<void>;
}

/**
 * Starts the OpenID provider of the operators with TLS, because the server refuses an issuer without TLS. This process
 * trusts the certificate of the provider until `close`.
 *
 * @param folder where the certificate is stored.
 * @param publicUrl the public address of the server, to which the provider sends the browser back.
 */
export async function startFakeIssuer(folder: string, publicUrl: string): Promise<FakeIssuer> {
  await makeCertificate(folder, 'issuer');
  const file = (ending: string) => readFile(path.join(folder, `issuer.${ending}`), 'utf8');
  const [key, cert] = [await file('key'), await file('crt')];
  let port = 0;
  const terminator = createServer({ key, cert }, (socket) => {
    const plain = connect(port, '127.0.0.1');
    socket.pipe(plain).pipe(socket);
    socket.on('error', () => plain.destroy());
    plain.on('error', () => socket.destroy());
  });
  terminator.listen(0, '127.0.0.1');
  await once(terminator, 'listening');
  const address = terminator.address();
  if (address === null || typeof address === 'string') throw new Error('the issuer has no port');
  const url = `https://127.0.0.1:${address.port}`;
  const clients = makeClients(randomBytes(32).toString('base64url'));
  const identity = await startIdentityServer({
    host: '127.0.0.1',
    port: 0,
    urlOf: () => url,
    publicUrl,
    appOrigins: appOrigins(publicUrl, false),
    clients,
    secret: 'unused by the accounts of operators',
    faults: new IdentityFaults(),
  });
  ({ port } = identity);
  const trusted = getCACertificates();
  setDefaultCACertificates([...trusted, cert]);
  return {
    issuer: `${url}/operators`,
    client: clients.operators,
    async close() {
      setDefaultCACertificates(trusted);
      terminator.close();
      await identity.close();
    },
  };
}
