import { runInNewContext } from 'node:vm';
import type { Plugin } from 'vite';

/**
 * qr-scanner starts its decoder from a Blob, which `worker-src 'self'` refuses. This emits the same
 * code as an asset and lets the package start that. In development, where no policy is sent, the
 * Blob stays.
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
          'qr-scanner changed how it makes its worker: see scripts/build/qrScannerWorker.ts',
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
