import puppeteer, { type Browser, type Frame, type Page } from 'puppeteer-core';
import type { Engine } from './engine.ts';

/**
 * Drives Chromium with the DevTools protocol, or Firefox with WebDriver BiDi
 * (https://w3c.github.io/webdriver-bidi/).
 */
export class PuppeteerEngine implements Engine {
  readonly #browser: Browser;
  readonly #page: Page;
  #frame: Frame;

  static async start(
    browser: 'chrome' | 'firefox',
    executablePath: string,
    args: string[] = [],
  ): Promise<PuppeteerEngine> {
    const launched = await puppeteer.launch({ browser, executablePath, args });
    const page = await launched.newPage();
    await page.setViewport({ width: 360, height: 640 });
    return new PuppeteerEngine(launched, page);
  }

  private constructor(browser: Browser, page: Page) {
    this.#browser = browser;
    this.#page = page;
    this.#frame = page.mainFrame();
  }

  async goto(url: string): Promise<void> {
    await this.#page.goto(url, { waitUntil: 'domcontentloaded' });
  }

  async evaluate(script: string, ...args: unknown[]): Promise<unknown> {
    return this.#frame.evaluate(`(function () { ${script} }).apply(null, ${JSON.stringify(args)})`);
  }

  async press(selector: string): Promise<void> {
    await this.#frame.click(selector, { delay: 100 });
  }

  async type(selector: string, text: string): Promise<void> {
    await this.#frame.type(selector, text);
  }

  async inFrame(actions: () => Promise<void>): Promise<void> {
    const element = await this.#page.waitForSelector('iframe');
    const frame = await element?.contentFrame();
    if (!frame) throw new Error('the page has no frame');
    this.#frame = frame;
    try {
      await actions();
    } finally {
      this.#frame = this.#page.mainFrame();
    }
  }

  async close(): Promise<void> {
    await this.#browser.close();
  }
}
