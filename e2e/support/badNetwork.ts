import { test as base } from './fixtures.ts';
import { NetworkProxy } from './networkProxy.ts';

/** The browser reaches the product through a proxy, so that tests can disturb the network. */
export const test = base.extend<{ networkProxy: NetworkProxy }>({
  networkProxy: async ({ product }, use) => {
    const networkProxy = await NetworkProxy.create(product.url);
    await use(networkProxy);
    await networkProxy.dispose();
  },
  baseURL: ({ networkProxy }, use) => use(networkProxy.url),
});
