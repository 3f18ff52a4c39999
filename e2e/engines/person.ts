import { expect } from 'playwright/test';
import type { Engine } from './engine.ts';

type Control = 'button' | 'link' | 'option' | 'field';

/**
 * Finds the visible, enabled control with this accessible name, marks it and scrolls to it. Returns false if there is
 * no such control, or if the page still has the first screen of the server. While a dialog is open, finds only controls
 * of the dialog.
 */
const mark = `
  const [kind, source] = arguments;
  const pattern = new RegExp(source, 'u');
  const selectors = {
    button: 'button, summary',
    link: 'a[href]',
    option: 'input[type="radio"], input[type="checkbox"]',
    field: 'input:not([type="radio"]):not([type="checkbox"]), textarea',
  };
  const labelOf = (control) =>
    (control.getAttribute('aria-labelledby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' ')
      .trim();
  const nameOf = (control) =>
    (control.getAttribute('aria-label') ||
      labelOf(control) ||
      control.labels?.[0]?.textContent ||
      control.textContent ||
      '').trim();
  const root = document.querySelector('dialog[open], [role="alertdialog"]') ?? document;
  const found = [...root.querySelectorAll(selectors[kind])].find(
    (control) =>
      control.getClientRects().length > 0 &&
      !control.disabled &&
      control.getAttribute('aria-disabled') !== 'true' &&
      pattern.test(nameOf(control)),
  );
  for (const other of document.querySelectorAll('[data-in-use]')) delete other.dataset.inUse;
  // Wait until the app has replaced the first screen, which the server painted.
  if (!found || document.querySelector('#root [data-painted]')) return false;
  found.dataset.inUse = '';
  found.scrollIntoView({ block: 'center' });
  return true;`;

const marked = '[data-in-use]';
const exactly = (name: string) => `^${name.replaceAll(/[$().*+?]/g, String.raw`\$&`)}$`;

/** A person who uses only what is visible on the screen: finds controls by their names, and waits for texts. */
export class Person {
  readonly #engine: Engine;
  readonly #url: string;

  constructor(engine: Engine, url: string) {
    this.#engine = engine;
    this.#url = url;
  }

  async open(path: string): Promise<void> {
    await this.#engine.goto(this.#url + path);
  }

  async press(control: Control, name: string): Promise<void> {
    // A control may be replaced between the two calls. Then the press fails, and is tried again.
    await expect(async () => {
      await this.#find(control, name);
      await this.#engine.press(marked);
    }).toPass({ timeout: 60_000 });
  }

  /** Presses until the page with the title opens, because content that loads late may move the control away. */
  async pressTo(control: Control, name: string, title: string): Promise<void> {
    const read = () => this.#engine.evaluate('return document.title');
    await expect(async () => {
      if ((await read()) === title) return;
      await this.press(control, name);
      await expect.poll(read, { timeout: 5000 }).toBe(title);
    }).toPass({ timeout: 60_000 });
  }

  async type(field: string, text: string): Promise<void> {
    await this.#find('field', field);
    await this.#engine.type(marked, text);
  }

  /** Types into the provider's fields, which are in a frame of another origin. */
  async typeInFrame(texts: Readonly<Record<string, string>>): Promise<void> {
    await this.#engine.inFrame(async () => {
      for (const [selector, text] of Object.entries(texts)) {
        await this.#becomes(`return document.querySelector(arguments[0]) !== null`, selector);
        await this.#engine.type(selector, text);
      }
    });
  }

  /** Waits until a text that matches the pattern is on the page. */
  async sees(pattern: RegExp, timeout = 30_000): Promise<void> {
    const text = () => this.#engine.evaluate('return document.body?.innerText ?? ""');
    await expect.poll(text, { timeout }).toMatch(pattern);
  }

  async seesTitle(title: string): Promise<void> {
    const text = () => this.#engine.evaluate('return document.title');
    await expect.poll(text, { timeout: 30_000 }).toBe(title);
  }

  async #find(control: Control, name: string): Promise<void> {
    await this.#becomes(mark, control, exactly(name));
  }

  async #becomes(script: string, ...args: unknown[]): Promise<void> {
    await expect
      .poll(() => this.#engine.evaluate(script, ...args), {
        message: args.join(' '),
        timeout: 30_000,
      })
      .toBe(true);
  }
}
