import type { ReactNode } from 'react';

export interface UnbrokenTextProps {
  /** A complete sentence in the language of the page. */
  text: string;
  /** A phone number, or the number of an order or a case, exactly as it is in the sentence. */
  number: string;
}

/**
 * Keeps a number in a sentence on one line. This component adds no invisible characters to the
 * number, because a rider would copy them, too, and a search for the copied number would find
 * nothing.
 */
export function UnbrokenText({ text, number }: UnbrokenTextProps): ReactNode {
  const [before, ...after] = text.split(number);
  if (after.length === 0) return text;
  const rest = after.join(number);
  // A line must not begin with the punctuation after the number.
  const [punctuation = ''] = /^\p{Po}*/u.exec(rest) ?? [];
  return (
    <>
      {before}
      <span className="unbroken">
        {number}
        {punctuation}
      </span>
      {rest.slice(punctuation.length)}
    </>
  );
}
