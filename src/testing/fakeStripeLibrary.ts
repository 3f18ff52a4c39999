import { act, waitFor } from '@testing-library/react';
import { vi } from 'vitest';

type Listener = (event: unknown) => void;

/**
 * Fakes an element of Stripe, because a test cannot load a real element. The fake stores its
 * options, and the test fires its events.
 */
interface FakeElement {
  readonly type: string;
  readonly options: unknown;
  emit(event: string, payload: unknown): void;
}

interface Failure {
  error?: { type: string; code?: string };
}

const mounted = new Set<FakeElement>();
let options: unknown = null;

function createElement(type: string, given: unknown) {
  const listeners = new Map<string, Listener>();
  const element: FakeElement = {
    type,
    options: given,
    emit: (event, payload) =>
      act(() => {
        listeners.get(event)?.(payload);
      }),
  };
  return {
    on: (event: string, listener: Listener) => void listeners.set(event, listener),
    mount: () => void mounted.add(element),
    destroy: () => void mounted.delete(element),
    focus: () => undefined,
  };
}

/** Fakes the parts of Stripe's library that the app uses. */
export const fakeStripe = {
  /** True if the script fails to load. */
  absent: false,
  submission: {} as Failure,
  /** The error of the confirmation. It is null if the setup succeeds. */
  confirmation: null as Failure | null,
  confirmations: [] as unknown[],
  load: vi.fn<(key: string) => Promise<unknown>>(),
  elementsOptions: () => options,

  /** Waits for an element on the page. */
  element: (type: string): Promise<FakeElement> =>
    waitFor(() => {
      const found = [...mounted].find((one) => one.type === type);
      if (!found) throw new Error(`no ${type} is mounted`);
      return found;
    }),

  reset() {
    Object.assign(fakeStripe, { absent: false, submission: {}, confirmation: null });
    fakeStripe.confirmations.length = 0;
    mounted.clear();
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
