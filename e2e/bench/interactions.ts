import type { Page } from 'playwright/test';

/** A tap, key press or drag, with the time that the page took to respond. The Event Timing API measures this time. */
export interface Interaction {
  /** The title of the screen at the start of the interaction. */
  screen: string;
  /** The action of the journey, such as `press "Menu"`. */
  act: string;
  /**
   * The slowest event of the interaction: `pointerdown`, `click`, `keydown`… It is empty if the API reported no event.
   */
  event: string;
  /** The target of the slowest event. It is empty if the element was removed, or if the API reported no event. */
  target: string;
  /** Milliseconds from the event to the next painted frame. The value is a multiple of eight. */
  ms: number;
  /**
   * The milliseconds before the event handlers, during the handlers, and from the end of the
   * handlers to the frame.
   */
  parts: { before: number; handlers: number; frame: number };
}

/** The data that the page collects for `Watcher.take`. */
interface TimedEvent {
  id: number;
  event: string;
  target: string;
  start: number;
  ms: number;
  begun: number;
  done: number;
}

/** In milliseconds. The Event Timing API does not report events that take less time. */
const leastMs = 16;
/** The resolution of the durations that the API reports, in milliseconds. */
const stepMs = 8;

/** Collects all events of interactions. Runs before the page's first script. */
function collectEvents(durationThreshold: number): void {
  const collected: TimedEvent[] = [];
  const nameOf = (node: Node | null) => {
    if (!(node instanceof Element)) return '';
    const label = node.getAttribute('aria-label') ?? node.textContent ?? '';
    const text = label.trim().replaceAll(/\s+/g, ' ').slice(0, 32);
    return `${node.localName}${text === '' ? '' : ` "${text}"`}`;
  };
  const keep = (entries: PerformanceEntryList) => {
    for (const entry of entries) {
      if (!(entry instanceof PerformanceEventTiming) || entry.interactionId === 0) continue;
      const { startTime, processingStart, processingEnd, duration } = entry;
      collected.push({
        id: entry.interactionId,
        event: entry.name,
        target: nameOf(entry.target),
        start: startTime,
        ms: duration,
        begun: processingStart,
        done: processingEnd,
      });
    }
  };
  const observer = new PerformanceObserver((list) => keep(list.getEntries()));
  const options = { type: 'event', buffered: true, durationThreshold };
  observer.observe(options);
  Object.assign(window, {
    takeEvents: () => {
      keep(observer.takeRecords());
      return { events: collected.splice(0), count: performance.interactionCount };
    },
  });
}

/** Records all interactions with a page and their response times. */
export class Watcher {
  readonly interactions: Interaction[] = [];
  readonly #page: Page;
  /**
   * The interactions of the current document. The key is the interaction id, which is unique within
   * a document.
   */
  #ofDocument = new Map<number, Interaction>();
  #fast = 0;

  /** Starts to record. Call this before the page opens an address. */
  static async over(page: Page): Promise<Watcher> {
    await page.addInitScript(collectEvents, leastMs);
    return new Watcher(page);
  }

  private constructor(page: Page) {
    this.#page = page;
  }

  /**
   * Forgets the interaction ids of the current document. Call this before the page loads another document, because each
   * document counts its interaction ids from the beginning.
   */
  leave(): void {
    this.#ofDocument.clear();
    this.#fast = 0;
  }

  /** Reads the events that the page has collected since the last call of `take`, and records them for this action. */
  async take(screen: string, act: string): Promise<void> {
    const { events, count } = await this.#page.evaluate<{ events: TimedEvent[]; count: number }>(
      'window.takeEvents()',
    );
    for (const slowest of slowestOfEach(events)) {
      const { id, event, target, ms } = slowest;
      const known = this.#ofDocument.get(id);
      const interaction = { screen, act, event, target, ms, parts: partsOf(slowest, events) };
      if (!known) this.#keep(id, interaction);
      else if (ms > known.ms) Object.assign(known, interaction);
    }
    // The Event Timing API does not report fast interactions. Record each of them with the duration
    // `stepMs`.
    while (this.#ofDocument.size + this.#fast < count) {
      this.#fast += 1;
      const parts = { before: 0, handlers: 0, frame: 0 };
      this.interactions.push({ screen, act, event: '', target: '', ms: stepMs, parts });
    }
  }

  #keep(id: number, interaction: Interaction): void {
    this.#ofDocument.set(id, interaction);
    this.interactions.push(interaction);
  }
}

function slowestOfEach(events: readonly TimedEvent[]): TimedEvent[] {
  const found = new Map<number, TimedEvent>();
  for (const event of events) {
    if (event.ms > (found.get(event.id)?.ms ?? 0)) found.set(event.id, event);
  }
  return [...found.values()];
}

/**
 * Splits the duration of an interaction into three parts. If several events end with the same
 * frame, such as `pointerup` and `click`, the second part contains the handlers of all these
 * events.
 */
function partsOf(
  { start, ms, begun }: TimedEvent,
  events: readonly TimedEvent[],
): Interaction['parts'] {
  const end = start + ms;
  const together = events.filter((other) => Math.abs(other.start + other.ms - end) < stepMs);
  const done = Math.max(...together.map((other) => other.done));
  return {
    before: begun - start,
    handlers: done - begun,
    frame: Math.max(0, end - done),
  };
}

/** Returns the percentile of the values. Returns 0 for an empty list. */
export function percentile(values: readonly number[], hundredths: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((sorted.length * hundredths) / 100) - 1)] ?? 0;
}
