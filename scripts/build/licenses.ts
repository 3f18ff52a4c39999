import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { z } from 'zod';
import {
  licensesPath,
  type Licenses,
  type ShippedPackage,
} from '../../contract/rules/app/licenses.ts';

const Manifest = z.object({ name: z.string(), version: z.string(), license: z.string() });

/**
 * Returns the folder of the innermost package that contains a file, and null for the app's own
 * files.
 */
export function packageFolder(file: string): string | null {
  // A null character at the start marks the bundler's own modules.
  const path = file.replace(/^\0/, '').split('?')[0] ?? '';
  return /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? null;
}

/** @throws {Error} if the package names no license, or has no license text. */
export function readPackage(folder: string): ShippedPackage {
  const { name, version, license } = Manifest.parse(
    JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')),
  );
  const copyright = withoutText[name];
  const text =
    copyright === undefined
      ? textIn(folder, name)
      : textIn(packageOfProtomaps, name).replace(/^Copyright.*$/m, copyright);
  return { name, version, license, text: joinLines(text) };
}

/**
 * A line with fewer characters is a heading, or is the last line of a paragraph. The lines of
 * paragraphs are wrapped at 60 to 80 characters.
 */
const wrappedLength = 50;
/**
 * Matches the start of a line that keeps the line break before it: a list item, a row of dashes, a copyright notice or
 * a link.
 */
const ownLine = /^\s*(?:[-*•#=]|\(?(?:\d{1,2}|[a-z]|[ivx]{2,4})[.)]\s|Copyright\b|https?:)/;
const ruler = /^[-=\s]+$/;

/**
 * Removes the line breaks inside each paragraph, so that the browser wraps the text to the width of the screen. The
 * lines of license files are longer than a phone is wide.
 */
export function joinLines(text: string): string {
  const lines: string[] = [];
  let previous = '';
  for (const line of text.split(/\r?\n/).map((whole) => whole.trimEnd())) {
    const isWrapped = previous.length >= wrappedLength && !ruler.test(previous);
    if (isWrapped && line !== '' && !ownLine.test(line))
      lines.push(`${lines.pop()} ${line.trim()}`);
    else lines.push(line);
    previous = line;
  }
  return lines.join('\n').replace(/\n{3,}/g, '\n\n');
}

function textIn(folder: string, name: string): string {
  const file = readdirSync(folder).find((one) => /^(?:licen[cs]e|copying)(?:\.|-|$)/i.test(one));
  if (file === undefined) throw new Error(`${name} has no text of its license: ${folder}`);
  return readFileSync(join(folder, file), 'utf8').trim();
}

/**
 * The copyright of packages that do not include a license text. All these packages are from Protomaps, so the license
 * text comes from another package of Protomaps.
 */
const withoutText: Readonly<Record<string, string>> = {
  '@protomaps/basemaps': 'Copyright 2019-2023 Protomaps LLC, Kelso Cartography',
  pmtiles: 'Copyright 2021 Protomaps LLC',
};
const packageOfProtomaps = fileURLToPath(
  new URL('../../node_modules/protomaps-leaflet', import.meta.url),
);

/**
 * Writes the licenses of all packages whose modules or files are in the build: in the app, its web
 * workers, the service worker or the fonts.
 */
export function licenses() {
  const folders = new Set<string>();
  let outDir = '';
  const add = (file: string) => {
    const folder = packageFolder(file);
    if (folder !== null) folders.add(folder);
  };
  const collect: Pick<Plugin, 'apply' | 'generateBundle' | 'transform'> = {
    apply: 'build',
    // The bundler may inline a file that is imported as text. Add such a file here, because no chunk names it.
    transform: {
      filter: { id: /\?raw$/ },
      handler: (_code, id) => add(id),
    },
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        (file.type === 'chunk' ? file.moduleIds : file.originalFileNames).forEach(add);
      }
    },
  };
  const list = (): Licenses => ({
    packages: [...folders].map(readPackage).toSorted((a, b) => (a.name < b.name ? -1 : 1)),
  });
  return {
    /** Collects the packages in the separate builds of web workers. */
    collector: (): Plugin => ({ name: 'licenses-of-worker', ...collect }),
    plugin: (): Plugin => ({
      name: 'licenses',
      ...collect,
      configResolved(config) {
        outDir = config.build.outDir;
      },
      closeBundle: {
        // Run after the service worker is built, and before the files are compressed.
        order: 'post',
        sequential: true,
        handler() {
          writeFileSync(join(outDir, licensesPath), JSON.stringify(list()));
        },
      },
      configureServer({ middlewares }) {
        // In development nothing is bundled, so the list of licenses is empty.
        middlewares.use(licensesPath, (_request, response) => {
          response.setHeader('content-type', 'application/json');
          response.end(JSON.stringify({ packages: [] } satisfies Licenses));
        });
      },
    }),
  };
}
