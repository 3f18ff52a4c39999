import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

export interface DatedTextProps {
  /** A complete sentence in the language of the page. */
  text: string;
  /** The dates and times exactly as they are in the sentence, in the same order. */
  dates: readonly string[];
}

/**
 * Marks the dates in a sentence as English, because dates are in English in every language. The
 * mark makes screen readers pronounce them correctly.
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
      // A date stays in one line if the line has room for it. A time has no space at which it could break. A line may
      // break after an inline block, so a time is not one: a full stop after it would be alone on the next line.
      <span key={parts.length} lang="en" className={date.includes(' ') ? 'unbroken' : undefined}>
        {date}
      </span>,
    );
    rest = rest.slice(at + date.length);
  }
  return [...parts, rest];
}
