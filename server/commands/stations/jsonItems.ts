import { FileError } from '../../modules/network/import/entry.ts';

/**
 * The limit for the text of one station, and for the text around the array. The text of all stations has no limit,
 * because it is never in one string.
 */
const maxCharacters = 1_000_000;

const notJson = 'The file begins like JSON, but it is invalid or incomplete';

/**
 * Reads a JSON text, and yields the elements of the array at `data.stations` one by one.
 *
 * @returns the text around the array, with an empty array.
 * @throws {FileError} if the text is not JSON, or has no array at `data.stations`.
 */
export async function* stationItems(
  text: AsyncIterable<string>,
): AsyncGenerator<unknown, unknown, void> {
  const scanner = new Scanner();
  for await (const chunk of text) {
    for (const item of scanner.push(chunk)) yield parseJson(item);
  }
  const round = parseJson(scanner.envelope);
  if (!scanner.found) throw new FileError(notFound(round));
  return round;
}

function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new FileError(`${notJson}: ${error.message}.`);
  }
}

function notFound(round: unknown): string {
  const isDiscovery = JSON.stringify(round).includes('station_information');
  return isDiscovery
    ? "This is a system's gbfs.json. Import the station_information.json that it lists."
    : 'The file is JSON, but not a GBFS station_information.json: it has no list data.stations.';
}

/** Splits a JSON text by its brackets. JSON.parse validates the pieces afterwards. */
class Scanner {
  /** The text without the content of the array. */
  envelope = '';
  found = false;
  /** One bracket, `{` or `[`, for each open level. */
  readonly #open: string[] = [];
  /** The names of the open levels, as long as they are a part of the path `data.stations`. */
  readonly #names: string[] = [];
  #isInString = false;
  #isEscaped = false;
  #string = '';
  #isInArray = false;
  #item = '';
  #items = 0;

  *push(chunk: string): Generator<string> {
    // The start of the current piece, which is an item or text around the array.
    let start = 0;
    for (let at = 0; at < chunk.length; at++) {
      const character = chunk.charAt(at);
      if (this.#isInString) this.#readString(character);
      else if (character === '"') {
        this.#isInString = true;
        this.#string = '';
      } else if (character === ':') this.#readName();
      else if (character === '{' || character === '[') {
        this.#open.push(character);
        if (this.#isArrayStart()) {
          this.#isInArray = true;
          this.found = true;
          this.#addToEnvelope(chunk.slice(start, at + 1));
          start = at + 1;
        }
      } else if (character === '}' || character === ']') {
        if (this.#isInArray && this.#open.length === 3) {
          const last = this.#takeItem(chunk.slice(start, at));
          if (last.trim() !== '' || this.#items > 0) yield last;
          this.#isInArray = false;
          start = at;
        }
        this.#open.pop();
      } else if (character === ',' && this.#isInArray && this.#open.length === 3) {
        yield this.#takeItem(chunk.slice(start, at));
        this.#items++;
        start = at + 1;
      }
    }
    const rest = chunk.slice(start);
    if (this.#isInArray) this.#item = bounded(this.#item + rest);
    else this.#addToEnvelope(rest);
  }

  #readString(character: string): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (character === '\\') this.#isEscaped = true;
    else if (character === '"') this.#isInString = false;
    else if (this.#open.length < 3 && this.#string.length < 20) this.#string += character;
  }

  #readName(): void {
    const depth = this.#open.length;
    if (depth <= 2 && this.#open.at(-1) === '{') this.#names[depth - 1] = this.#string;
  }

  #isArrayStart(): boolean {
    const [first, second] = this.#names;
    return (
      !this.found && this.#open.join('') === '{{[' && first === 'data' && second === 'stations'
    );
  }

  #takeItem(end: string): string {
    const item = this.#item + end;
    this.#item = '';
    return item;
  }

  #addToEnvelope(text: string): void {
    this.envelope = bounded(this.envelope + text);
  }
}

function bounded(text: string): string {
  if (text.length > maxCharacters) throw new FileError(`${notJson}.`);
  return text;
}
