import { act, waitFor } from '@testing-library/react';
import { vi } from 'vitest';

type Listener = (event: unknown) => void;

/** An element of Stripe's, which a test cannot load: it keeps what it is told and speaks for itself. */
interface FakeElement {
  readonly type: string;
  readonly options: unknown;
  say(event: string, payload: unknown): void;
}

interface Failure {
  error?: { type: string; code?: string };
}

const standing = new Set<FakeElement>();
let options: unknown = null;

function createElement(type: string, given: unknown) {
  const listeners = new Map<string, Listener>();
  const element: FakeElement = {
    type,
    options: given,
    say: (event, payload) =>
      act(() => {
        listeners.get(event)?.(payload);
      }),
  };
  return {
    on: (event: string, listener: Listener) => void listeners.set(event, listener),
    mount: () => void standing.add(element),
    destroy: () => void standing.delete(element),
    focus: () => undefined,
  };
}

/** Stripe's library as far as the app asks of it. */
export const fakeStripe = {
  /** The script does not come. */
  absent: false,
  submission: {} as Failure,
  /** Null: the setup succeeds. */
  confirmation: null as Failure | null,
  confirmations: [] as unknown[],
  load: vi.fn<(key: string) => Promise<unknown>>(),
  elementsOptions: () => options,

  /** One that stands on the page. */
  element: (type: string): Promise<FakeElement> =>
    waitFor(() => {
      const found = [...standing].find((one) => one.type === type);
      if (!found) throw new Error(`no ${type} stands`);
      return found;
    }),

  reset() {
    Object.assign(fakeStripe, { absent: false, submission: {}, confirmation: null });
    fakeStripe.confirmations.length = 0;
    standing.clear();
    options = null;
    fakeStripe.load.mockReset();
    fakeStripe.load.mockImplementation(async () => (fakeStripe.absent ? null : library));
  },
};

const library = {
  elements(given: unknown) {
    options = given;
    return {
      create: createElement,
      submit: async () => fakeStripe.submission,
      update: () => undefined,
    };
  },
  async confirmSetup(given: { clientSecret: string }) {
    fakeStripe.confirmations.push(given);
    if (fakeStripe.confirmation) return fakeStripe.confirmation;
    return { setupIntent: { id: given.clientSecret.replace('_secret', ''), status: 'succeeded' } };
  },
};
