import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import {
  type Row,
  registerScript,
  staticFolder,
  staticPage,
  staticStyle,
  staticWorker,
} from './staticPage.ts';

const built = join(import.meta.dirname, '..', '..', '..', 'dist');

/** The built app and, beside it, the hand-written page that it is compared with. */
export class Site {
  readonly folder: string;
  /** As our own page has it, in the page itself. */
  #icon = '';

  static async create(): Promise<Site> {
    const folder = await mkdtemp(join(tmpdir(), 'charger-rental-site-'));
    await cp(built, folder, { recursive: true });
    const site = new Site(folder);
    // The server allows the inline styles of index.html and no others. Written behind its end, and as a
    // comment, it makes our own page heavier by itself, and changes nothing else.
    const page = await readFile(join(built, 'index.html'), 'utf8');
    const [icon] = /<link rel="icon" href="data:[^>]*>/.exec(page) ?? [];
    if (icon === undefined) throw new Error('The page has no icon in it');
    site.#icon = icon;
    await site.#write('index.html', `${page}<!--<style>${staticStyle}</style>-->`);
    return site;
  }

  private constructor(folder: string) {
    this.folder = folder;
  }

  /** The server must know the stations, before they can be written down. */
  async addStaticPage(rows: readonly Row[]): Promise<void> {
    await mkdir(join(this.folder, staticFolder));
    const files = {
      'page.html': staticPage(rows, this.#icon, false),
      'offline.html': staticPage(rows, this.#icon, true),
      'register.js': registerScript,
      'sw.js': staticWorker,
    };
    for (const [name, text] of Object.entries(files)) {
      await this.#write(join(staticFolder, name), text);
    }
  }

  async dispose(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }

  async #write(file: string, text: string): Promise<void> {
    const path = join(this.folder, file);
    await Promise.all([
      writeFile(path, text),
      writeFile(`${path}.br`, brotliCompressSync(text)),
      writeFile(`${path}.gz`, gzipSync(text)),
    ]);
  }
}
