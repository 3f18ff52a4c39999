import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, readdir } from 'node:fs/promises';
import { expect } from 'playwright/test';
import { z } from 'zod';
import { freePort } from '../../scripts/test/freePort.ts';
import type { Engine } from './engine.ts';

/** The test browser of WebKitGTK, which WebDriver controls (https://www.w3.org/TR/webdriver2/). */
export class WebKit implements Engine {
  readonly #driver: ChildProcess;
  readonly #session: string;

  /**
   * Returns the path of the browser. Returns null if WebKitGTK, its driver or Xvfb is not
   * installed.
   */
  static async find(): Promise<string | null> {
    const libraries = '/usr/lib';
    try {
      for (const tool of ['/usr/bin/WebKitWebDriver', '/usr/bin/xvfb-run']) await access(tool);
      for (const folder of await readdir(libraries)) {
        for (const version of ['4.1', '4.0', '6.0']) {
          const name = version === '6.0' ? 'webkitgtk' : 'webkit2gtk';
          const browser = `${libraries}/${folder}/${name}-${version}/MiniBrowser`;
          const isThere = await access(browser).then(
            () => true,
            () => false,
          );
          if (isThere) return browser;
        }
      }
    } catch {
      // One of the programs is not installed.
    }
    return null;
  }

  static async start(browser: string): Promise<WebKit> {
    const port = await freePort();
    const driver = spawn('xvfb-run', ['-a', 'WebKitWebDriver', `--port=${port}`], {
      // The driver gets its own process group, so that one signal ends the display, the driver and the browser.
      detached: true,
      stdio: 'ignore',
      env: { ...process.env, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1', GIO_USE_VFS: 'local' },
    });
    const url = `http://127.0.0.1:${port}/session`;
    const options = { 'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] } };
    const body = { capabilities: { alwaysMatch: options } };
    let session: string | null = null;
    const begin = async () => {
      if (driver.exitCode !== null) throw new Error('WebKitWebDriver ended');
      const begun = await call('POST', url, body).catch(() => null);
      session = begun === null ? null : Session.parse(begun).sessionId;
      return session !== null;
    };
    await expect.poll(begin, { timeout: 30_000 }).toBe(true);
    return new WebKit(driver, `${url}/${session}`);
  }

  private constructor(driver: ChildProcess, session: string) {
    this.#driver = driver;
    this.#session = session;
  }

  async goto(url: string): Promise<void> {
    await call('POST', `${this.#session}/url`, { url });
  }

  /** Runs a function body in the page and returns its result. */
  async evaluate(script: string, ...args: unknown[]): Promise<unknown> {
    return call('POST', `${this.#session}/execute/sync`, { script, args });
  }

  /** Holds the mouse button down on the centre of an element for a tenth of a second. */
  async press(selector: string): Promise<void> {
    const element = await this.#element(selector);
    const actions = [
      { type: 'pointerMove', duration: 0, origin: element, x: 0, y: 0 },
      { type: 'pointerDown', button: 0 },
      { type: 'pause', duration: 100 },
      { type: 'pointerUp', button: 0 },
    ];
    const pointer = { type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions };
    // A frame gets its height when its content has loaded. Until then, WebDriver refuses to move the pointer to an
    // element below the edge of the frame, and presses nothing.
    await expect(() => call('POST', `${this.#session}/actions`, { actions: [pointer] })).toPass({
      timeout: 10_000,
    });
  }

  async type(selector: string, text: string): Promise<void> {
    await this.press(selector);
    const actions = Array.from(text).flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
    await call('POST', `${this.#session}/actions`, {
      actions: [{ type: 'key', id: 'keyboard', actions }],
    });
  }

  async inFrame(actions: () => Promise<void>): Promise<void> {
    const isThere = () => this.evaluate(`return document.querySelector('iframe') !== null`);
    await expect.poll(isThere, { timeout: 30_000 }).toBe(true);
    await call('POST', `${this.#session}/frame`, { id: await this.#element('iframe') });
    try {
      await actions();
    } finally {
      await call('POST', `${this.#session}/frame`, { id: null });
    }
  }

  #element(selector: string): Promise<unknown> {
    return call('POST', `${this.#session}/element`, { using: 'css selector', value: selector });
  }

  async close(): Promise<void> {
    const { pid } = this.#driver;
    if (pid === undefined || this.#driver.exitCode !== null) return;
    const ended = once(this.#driver, 'exit');
    process.kill(-pid, 'SIGTERM');
    await ended;
  }
}

const Session = z.object({ sessionId: z.string() });
const Reply = z.object({ value: z.unknown() });
const Failure = z.object({ error: z.string(), message: z.string() });

/**
 * Sends a WebDriver command.
 * @throws {Error} with the driver's error message.
 */
async function call(method: string, url: string, body: object): Promise<unknown> {
  const response = await fetch(url, { method, body: JSON.stringify(body) });
  const { value } = Reply.parse(await response.json());
  if (response.ok) return value;
  const failure = Failure.safeParse(value);
  throw new Error(failure.success ? `${failure.data.error}: ${failure.data.message}` : url);
}
