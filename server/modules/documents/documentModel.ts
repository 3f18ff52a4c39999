import type { Language } from '../../../contract/config.ts';

/**
 * The content of a document before it is drawn, with translated texts. It is plain data, because a message sends it to
 * the thread that draws the document.
 */
export interface DocumentModel {
  language: Language;
  /** The operator's name. It is empty if the operator has no name. */
  brand: string;
  /** The title for the title bar of a window, and for lists of files. */
  title: string;
  heading: string;
  /** The text under the heading. */
  lead: string;
  /** The text at the end of each page, with `{{page}}` and `{{pages}}`. */
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
  /** The time of the step, as text. */
  note: string;
}

export interface Column {
  label: string;
  /** The width of the column, relative to the sum of the shares of all columns. */
  share: number;
  end?: boolean;
}
