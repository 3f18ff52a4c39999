export interface ReadEvent {
  name: string;
  data: unknown;
}

/** Reads the events of a stream of server-sent events one by one. */
export class EventReader {
  readonly #events: AsyncGenerator<ReadEvent, void>;

  private constructor(events: AsyncGenerator<ReadEvent, void>) {
    this.#events = events;
  }

  static async open(url: string, session?: string): Promise<EventReader> {
    const headers: Record<string, string> =
      session === undefined ? {} : { authorization: `Bearer ${session}` };
    const response = await fetch(url, { headers });
    if (!response.ok) throw new Error(`the stream was refused: ${response.status}`);
    return new EventReader(readEvents(response));
  }

  /** Returns the next event; null if the stream has ended. */
  async next(): Promise<ReadEvent | null> {
    const { value, done } = await this.#events.next();
    return done ? null : value;
  }
}

async function* readEvents(response: Response): AsyncGenerator<ReadEvent, void> {
  let text = '';
  for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += part;
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const event = text.slice(0, end);
      text = text.slice(end + 2);
      const name = /^event: (.*)$/m.exec(event)?.[1];
      const data = /^data: (.*)$/m.exec(event)?.[1];
      if (name && data) yield { name, data: JSON.parse(data) };
    }
  }
}
