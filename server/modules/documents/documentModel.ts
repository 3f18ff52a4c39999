import type { Language } from '../../../contract/config.ts';

/**
 * A document in words, before anything is drawn: plain data, which travels to the thread that draws.
 * Its texts are in its language already.
 */
export interface DocumentModel {
  language: Language;
  /** The operator's name; empty where there is none. */
  brand: string;
  /** In the window's title bar and in lists of files. */
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
  /** When it was. */
  note: string;
}

export interface Column {
  label: string;
  /** Of the width, in parts of the whole of all columns. */
  share: number;
  end?: boolean;
}
