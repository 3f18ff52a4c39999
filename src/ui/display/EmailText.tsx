import { Fragment, type ReactNode } from 'react';

export interface EmailTextProps {
  /** A complete sentence in the language of the page. */
  text: string;
  /** The email address exactly as it is in the sentence. */
  address: string;
}

/** A domain of at most this many characters does not break, because its last part would be alone on a line. */
const shortDomain = 16;

/**
 * Keeps an email address on one line. If the line is too short, the address breaks after the @ or after a full stop. A
 * short domain does not break.
 */
export function EmailText({ text, address }: EmailTextProps): ReactNode {
  const [before, ...after] = text.split(address);
  if (after.length === 0) return text;
  return (
    <>
      {before}
      <span className="unbroken">
        {partsOf(address).map((part, index) => (
          <Fragment key={index}>
            {index === 0 ? null : <wbr />}
            {part}
          </Fragment>
        ))}
      </span>
      {after.join(address)}
    </>
  );
}

function partsOf(address: string): string[] {
  const [name = '', domain = ''] = address.split(/(?<=@)/);
  const atFullStops = /(?<=\.)/;
  return [
    ...name.split(atFullStops),
    ...(domain.length > shortDomain ? domain.split(atFullStops) : [domain]),
  ];
}
