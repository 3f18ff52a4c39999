import { test as base } from '../support/fixtures.ts';
import { returned } from './screens.ts';

export const test = base.extend<{
  /** Creates a finished and paid rental of the rider. Returns the id of its order. */
  finishRental: () => Promise<string>;
}>({
  finishRental: ({ rider, sandbox, cabinet, otherCabinet }, use) =>
    use(() => returned({ rider, sandbox, cabinet, otherCabinet })),
});
