import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

/** Makes a self-signed certificate for this machine: the files `<name>.key` and `<name>.crt` in a folder. */
export async function makeCertificate(folder: string, name: string): Promise<void> {
  const file = (ending: string) => path.join(folder, `${name}.${ending}`);
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const subject = ['-subj', `/CN=${name}`, '-addext', 'subjectAltName=IP:127.0.0.1'];
  const files = ['-keyout', file('key'), '-out', file('crt')];
  const args = ['req', '-x509', '-days', '2', ...key, ...subject, ...files];
  await promisify(execFile)('openssl', args);
}
