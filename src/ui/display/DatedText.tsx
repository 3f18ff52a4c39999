import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

export interface DatedTextProps {
  /** A whole sentence in the language of the page. */
  text: string;
  /** The dates and times in it, as they stand there. */
  dates: readonly string[];
}

/** A sentence whose dates, which are English in every language, are read aloud as such. */
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
      <span key={parts.length} lang="en">
        {date}
      </span>,
    );
    rest = rest.slice(at + date.length);
  }
  return [...parts, rest];
}
