import type { Page } from 'playwright/test';

/** How long the page took to answer one tap, key or drag, as the Event Timing API tells. */
export interface Interaction {
  /** The title of the screen that it began on. */
  screen: string;
  /** What the walk did, such as `press "Menu"`. */
  act: string;
  /** The slowest event of it: `pointerdown`, `click`, `keydown`… */
  event: string;
  /** Where that event arrived; empty where the element is gone already. */
  target: string;
  /** From the event to the next frame that was painted, in milliseconds, in steps of eight. */
  ms: number;
  /** What came before its handlers, what they took, and what came from then to the frame. */
  parts: { before: number; handlers: number; frame: number };
}

/** What the page keeps for `Watcher.take`. */
interface Kept {
  id: number;
  event: string;
  target: string;
  start: number;
  ms: number;
  begun: number;
  done: number;
}

/** The Event Timing API tells of nothing faster. */
const leastMs = 16;
/** Nor does it tell the time more finely. */
const stepMs = 8;

/** In the page, from its first script on: keeps every event of an interaction. */
function keepEvents(durationThreshold: number): void {
  const kept: Kept[] = [];
  const nameOf = (node: Node | null) => {
    if (!(node instanceof Element)) return '';
    const label = node.getAttribute('aria-label') ?? node.textContent ?? '';
    const said = label.trim().replaceAll(/\s+/g, ' ').slice(0, 32);
    return `${node.localName}${said === '' ? '' : ` "${said}"`}`;
  };
  const keep = (entries: PerformanceEntryList) => {
    for (const entry of entries) {
      if (!(entry instanceof PerformanceEventTiming) || entry.interactionId === 0) continue;
      const { startTime, processingStart, processingEnd, duration } = entry;
      kept.push({
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
      return { events: kept.splice(0), count: performance.interactionCount };
    },
  });
}

/** Everything that was done to a page, and how quickly it answered. */
export class Watcher {
  readonly interactions: Interaction[] = [];
  readonly #page: Page;
  /** By the number that its document gives each. */
  #ofDocument = new Map<number, Interaction>();
  #fast = 0;

  /** To be called before the page opens anything. */
  static async over(page: Page): Promise<Watcher> {
    await page.addInitScript(keepEvents, leastMs);
    return new Watcher(page);
  }

  private constructor(page: Page) {
    this.#page = page;
  }

  /** Another document is about to come, which counts from nothing. */
  leave(): void {
    this.#ofDocument.clear();
    this.#fast = 0;
  }

  /** Takes what the page has kept since the last time: it came of this act. */
  async take(screen: string, act: string): Promise<void> {
    const { events, count } = await this.#page.evaluate<{ events: Kept[]; count: number }>(
      'window.takeEvents()',
    );
    for (const slowest of slowestOfEach(events)) {
      const { id, event, target, ms } = slowest;
      const known = this.#ofDocument.get(id);
      const interaction = { screen, act, event, target, ms, parts: partsOf(slowest, events) };
      if (!known) this.#keep(id, interaction);
      else if (ms > known.ms) Object.assign(known, interaction);
    }
    // Those that were too fast to be told of are interactions all the same.
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

function slowestOfEach(events: readonly Kept[]): Kept[] {
  const found = new Map<number, Kept>();
  for (const event of events) {
    if (event.ms > (found.get(event.id)?.ms ?? 0)) found.set(event.id, event);
  }
  return [...found.values()];
}

/** The events that one frame answered, such as `pointerup` and `click`, are one piece of work. */
function partsOf({ start, ms, begun }: Kept, events: readonly Kept[]): Interaction['parts'] {
  const end = start + ms;
  const together = events.filter((other) => Math.abs(other.start + other.ms - end) < stepMs);
  const done = Math.max(...together.map((other) => other.done));
  return {
    before: begun - start,
    handlers: done - begun,
    frame: Math.max(0, end - done),
  };
}

/** The value below which so many of a hundred are; of none it is nothing. */
export function percentile(values: readonly number[], hundredths: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((sorted.length * hundredths) / 100) - 1)] ?? 0;
}
