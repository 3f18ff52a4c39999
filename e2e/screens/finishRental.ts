import { test as base } from '../support/fixtures.ts';
import { returned } from './screens.ts';

export const test = base.extend<{
  /** Makes a finished and paid rental of the rider; returns its order. */
  finishRental: () => Promise<string>;
}>({
  finishRental: ({ rider, sandbox, cabinet, otherCabinet }, use) =>
    use(() => returned({ rider, sandbox, cabinet, otherCabinet })),
});
