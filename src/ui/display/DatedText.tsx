import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

export interface DatedTextProps {
  /** A complete sentence in the language of the page. */
  text: string;
  /** The dates and times exactly as they are in the sentence, in the same order. */
  dates: readonly string[];
}

/**
 * Marks the dates in a sentence as English, because dates are in English in every language. With the
 * attribute `lang`, screen readers pronounce the dates correctly.
 */
export function DatedText({ text, dates }: DatedTextProps): ReactNode {
  const { i18n } = useTranslation();
  if (i18n.language === 'en') return text;
  const parts: ReactNode[] = [];
  let rest = text;
  for (const date of dates) {
    const at = rest.indexOf(date);
    if (at === -1) continue;
    parts.push(
      rest.slice(0, at),
      // A date is an inline block, so that it stays on one line if the line has room for it. A time
      // contains no normal space, so it never breaks and need not be an inline block. An inline
      // block has a disadvantage: the line may break after it, and a full stop is then alone on the
      // next line.
      <span key={parts.length} lang="en" className={date.includes(' ') ? 'unbroken' : undefined}>
        {date}
      </span>,
    );
    rest = rest.slice(at + date.length);
  }
  return [...parts, rest];
}
