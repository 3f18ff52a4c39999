import { test as base } from './fixtures.ts';
import { Forwarder } from './forwarder.ts';

/** The browser reaches the product over a line that a test can spoil. */
export const test = base.extend<{ forwarder: Forwarder }>({
  forwarder: async ({ product }, use) => {
    const forwarder = await Forwarder.create(product.url);
    await use(forwarder);
    await forwarder.dispose();
  },
  baseURL: ({ forwarder }, use) => use(forwarder.url),
});
