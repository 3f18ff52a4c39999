import type { Plugin } from 'vite';
import { manifestPath } from '../../contract/rules/app/manifestPath.ts';
import { drawIcons } from './app/icons.ts';
import { manifestOf } from './app/manifest.ts';

async function makeFiles(): Promise<Map<string, Buffer>> {
  const manifests = (['en', 'es', 'zh-CN'] as const).map(
    (language) =>
      [manifestPath(language).slice(1), Buffer.from(JSON.stringify(manifestOf(language)))] as const,
  );
  return new Map([...(await drawIcons()), ...manifests]);
}

const types: Readonly<Record<string, string>> = {
  ico: 'image/x-icon',
  png: 'image/png',
  svg: 'image/svg+xml',
  webmanifest: 'application/manifest+json',
};

/**
 * Generates the icons and manifests that browsers need to install the app. The names of these files
 * have no hash.
 */
export function appFiles(): Plugin {
  return {
    name: 'app-files',
    async generateBundle() {
      for (const [fileName, source] of await makeFiles()) {
        this.emitFile({ type: 'asset', fileName, source });
      }
    },
    configureServer({ middlewares }) {
      const made = makeFiles();
      middlewares.use((request, response, next) => {
        made.then((files) => {
          const path = request.url?.split('?', 1)[0]?.slice(1) ?? '';
          const bytes = files.get(path);
          if (bytes === undefined) return next();
          response.setHeader('content-type', types[path.split('.').at(-1) ?? ''] ?? '');
          return response.end(bytes);
        }, next);
      });
    },
  };
}
