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

/** The built app, and the hand-written page with which the app is compared. */
export class Site {
  readonly folder: string;
  /** The inline icon from the app's page. */
  #icon = '';

  static async create(): Promise<Site> {
    const folder = await mkdtemp(join(tmpdir(), 'charger-rental-site-'));
    await cp(built, folder, { recursive: true });
    const site = new Site(folder);
    // The server allows only inline styles that are in index.html. Therefore add the style of the
    // static page to index.html as a comment. The comment makes the app's page slightly larger and
    // has no other effect.
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

  /** Adds the static page, which contains the stations of the server. */
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
