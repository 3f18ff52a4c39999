import type { Language } from '../../../contract/config.ts';

/**
 * A document's content before it is drawn: plain data, which is sent to the drawing thread. Its
 * texts are already translated.
 */
export interface DocumentModel {
  language: Language;
  /** The operator's name; empty if there is none. */
  brand: string;
  /** For the window's title bar and for lists of files. */
  title: string;
  heading: string;
  /** Under the heading. */
  lead: string;
  /** At the end of each page, with `{{page}}` and `{{pages}}`. */
  pageWords: string;
  madeAt: Date;
  blocks: Block[];
}

export type Block =
  | { kind: 'heading'; text: string }
  | { kind: 'text'; text: string }
  | { kind: 'facts'; rows: Fact[] }
  | { kind: 'steps'; heading: string; items: Step[] }
  | { kind: 'table'; columns: Column[]; rows: string[][] };

export interface Fact {
  label: string;
  value: string;
  strong?: boolean;
}

export interface Step {
  text: string;
  /** The time of the row. */
  note: string;
}

export interface Column {
  label: string;
  /** The width, in parts of the total of all columns. */
  share: number;
  end?: boolean;
}
