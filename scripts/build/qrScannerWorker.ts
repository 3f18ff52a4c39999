import { runInNewContext } from 'node:vm';
import type { Plugin } from 'vite';

/**
 * qr-scanner starts its decoder from a Blob, which the policy `worker-src 'self'` blocks. This
 * plugin writes the code of the decoder to a file, and changes the package so that it starts this
 * file. In development there is no content security policy, and the package uses the Blob.
 */
export function qrScannerWorker(): Plugin {
  return {
    name: 'qr-scanner-worker',
    apply: 'build',
    transform(code, id) {
      if (!id.split('?')[0]?.endsWith('/qr-scanner-worker.min.js')) return null;
      const literal = /new Blob\(\[(`[\s\S]*`)\]\)/.exec(
        code.replace(/\]\),\{type:[^}]*\}/, '])'),
      )?.[1];
      const source: unknown = literal === undefined ? null : runInNewContext(literal);
      if (typeof source !== 'string') {
        throw new Error(
          'qr-scanner creates its worker in another way: see scripts/build/qrScannerWorker.ts',
        );
      }
      const reference = this.emitFile({ type: 'asset', name: 'qr-scanner-worker.js', source });
      return {
        code: `export const createWorker = () => new Worker(import.meta.ROLLUP_FILE_URL_${reference});`,
        map: null,
      };
    },
  };
}
