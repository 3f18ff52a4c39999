import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import type { HtmlTagDescriptor, Plugin } from 'vite';
import { homeTemplate, sheetTemplates } from '../../contract/rules/firstScreen/templates.ts';
import common from '../../locales/en/common.json' with { type: 'json' };
import search from '../../locales/en/search.json' with { type: 'json' };
import { plainIcon } from './app/icons.ts';

const start = (file: string) =>
  fileURLToPath(new URL(`../../src/app/start/${file}`, import.meta.url));

/** The English texts of the page. The start script or the app replaces them if the rider uses another language. */
const english = {
  home: common.home,
  menu: common.menu,
  notification: common.notification,
  search: search.search,
};

const figtree = '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2';

/** Compiles a start script into one classic script, whose wrapper function exports nothing. */
async function compile(file: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: {
      write: false,
      minify: true,
      lib: { entry: start(file), formats: ['iife'], name: 'start' },
      rolldownOptions: { output: { exports: 'none' } },
    },
  });
  const [output] = Array.isArray(result) ? result : [result];
  const chunk = output && 'output' in output ? output.output[0] : undefined;
  if (chunk?.type !== 'chunk') throw new Error(`${file} was not compiled`);
  return chunk.code.trim().replaceAll('</', String.raw`<\/`);
}

/** Removes comments, and whitespace that has no effect on the page. */
function compact(html: string): string {
  return html
    .replace(/<!-- [\s\S]*? -->/g, '')
    .replace(/\s+/g, ' ')
    .replace(/\s*(\/?>)/g, '$1')
    .replace(/>\s+</g, '><');
}

/** Returns a minified style sheet, and the files to which it refers. */
async function compileStyle(file: string) {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: {
      write: false,
      assetsInlineLimit: 0,
      rolldownOptions: { input: start(file) },
    },
  });
  const [output] = Array.isArray(result) ? result : [result];
  const files = output && 'output' in output ? output.output : [];
  const assets = files.flatMap((file) =>
    file.type === 'asset' ? [{ fileName: file.fileName, source: file.source }] : [],
  );
  const style = assets.find((file) => file.fileName.endsWith('.css'));
  if (!style) throw new Error(`${file} was not compiled`);
  // Lightning CSS adds variables to each `color-scheme`. Only the function `light-dark()` needs
  // these variables, and no style sheet uses this function, so remove the variables.
  const compiled = String(style.source);
  if (compiled.includes('var(--lightningcss')) throw new Error(`${file} uses light-dark()`);
  const css = compiled.replaceAll(/--lightningcss-(?:light|dark):[^;}]*;?/g, '');
  return { css: css.trim(), assets: assets.filter((file) => file !== style) };
}

/**
 * Returns the icon as a data URL. A separate file would delay the first frame, because browsers
 * request the icon before that frame.
 */
function iconAddress(): string {
  const svg = plainIcon()
    .replaceAll(/ id="[^"]*"/g, '')
    .replaceAll(/>\s+</g, '><')
    .replaceAll('"', "'")
    .trim();
  return `data:image/svg+xml,${svg.replaceAll(/[#<>]/g, encodeURIComponent)}`;
}

interface Chunk {
  fileName: string;
  imports: readonly string[];
}

/** Returns the entry file and the files that it imports, each imported file before the file that imports it. */
function inOrder(entry: Chunk, chunks: readonly Chunk[]): string[] {
  const found = new Set<string>();
  const visit = ({ fileName, imports }: Chunk) => {
    for (const chunk of chunks) {
      if (imports.includes(chunk.fileName) && !found.has(chunk.fileName)) visit(chunk);
    }
    found.add(fileName);
  };
  visit(entry);
  return [...found];
}

/**
 * Lets the browser paint index.html without any other file. The critical CSS and the start scripts are inline, and no
 * other code runs before the first frame or delays it. The content security policy allows the inline scripts by their
 * hashes, so the scripts must be the same in every response.
 */
export function firstPaint(): Plugin {
  let isBuild = false;
  let css = '';
  let mapCss = '';
  let locateCss = '';
  return {
    name: 'first-paint',
    configResolved(config) {
      isBuild = config.command === 'build';
    },
    async buildStart() {
      if (!isBuild) return;
      const style = await compileStyle('critical.css');
      css = style.css;
      mapCss = (await compileStyle('map.css')).css;
      locateCss = (await compileStyle('locate.css')).css;
      for (const { fileName, source } of style.assets) {
        this.emitFile({ type: 'asset', fileName, source });
      }
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle }) {
        const [head, repaint, body] = await Promise.all(
          ['head.ts', 'repaint.ts', 'body.ts'].map(compile),
        );
        const styleOf = (file: string, text: string) =>
          isBuild
            ? `<style>${text}</style>`
            : `<link rel="stylesheet" href="/src/app/start/${file}">`;
        const page = compact(html)
          .replace('<!--start:style-->', () => styleOf('critical.css', css))
          .replace(
            '<!--start:map-->',
            () =>
              `<!--locate-->${styleOf('locate.css', locateCss)}<!--/locate-->` +
              `<!--map-->${styleOf('map.css', mapCss)}<!--/map-->`,
          )
          .replace('<!--start:head-->', () => `<script>${head}</script>`)
          .replace('<!--start:home-->', () => `<!--home-->${homeTemplate(english)}<!--/home-->`)
          .replace('<!--start:repaint-->', () => `${sheetTemplates()}<script>${repaint}</script>`)
          .replace('<!--start:body-->', () => `<script>${body}</script>`);
        const fontTag = (content: string): HtmlTagDescriptor => ({
          tag: 'meta',
          attrs: { name: 'font', content },
          injectTo: 'head',
        });
        if (!bundle) return { html: page, tags: [fontTag(`/node_modules/${figtree}`)] };

        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const chunkWith = (module: string) =>
          chunks.find((chunk) => chunk.moduleIds.some((id) => id.endsWith(module)));
        const texts = Object.fromEntries(
          ['en', 'es', 'zh-CN'].map((language) => [
            language,
            `/${chunkWith(`/languages/${language}.ts`)?.fileName ?? ''}`,
          ]),
        );
        const entry = chunkWith('/src/main.tsx');
        const others = chunkWith('/src/app/routing/OtherPages.tsx');
        const font = Object.values(bundle).find(
          (file) =>
            file.type === 'asset' && file.originalFileNames.some((name) => name.endsWith(figtree)),
        );
        if (!font) throw new Error('Figtree is missing');
        if (!entry || !others) throw new Error('The entry or the table of pages is missing');
        const styles = entry.viteMetadata?.importedCss ?? [];
        const link = (rel: string, file: string): HtmlTagDescriptor => ({
          tag: 'link',
          attrs: { rel, href: `/${file}` },
        });
        const tags: HtmlTagDescriptor[] = [
          { tag: 'meta', attrs: { name: 'texts', content: JSON.stringify(texts) } },
          { tag: 'meta', attrs: { name: 'pages', content: `/${others.fileName}` } },
          fontTag(`/${font.fileName}`),
          // body.ts starts these downloads. Browsers ignore these `rel` values, because the values
          // are not standard.
          ...[...styles].map((file) => link('style', file)),
          ...inOrder(entry, chunks).map((file) => link('entry', file)),
        ];
        const buildPage = page
          .replace(/(?<=<link rel="icon" href=")[^"]*/, iconAddress)
          .replace(/\s*<script type="module"[^>]*src="[^"]*"><\/script>/g, '')
          .replace(/\s*<link rel="(?:modulepreload|stylesheet)"[^>]*>/g, '');
        return {
          html: buildPage,
          tags: tags.map((tag) => ({ ...tag, injectTo: 'head' as const })),
        };
      },
    },
  };
}
