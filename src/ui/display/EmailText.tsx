import { Fragment, type ReactNode } from 'react';

export interface EmailTextProps {
  /** A complete sentence in the language of the page. */
  text: string;
  /** The email address exactly as it is in the sentence. */
  address: string;
}

/** Keeps an email address on one line. An address that is wider than its line breaks after an @ or a full stop. */
export function EmailText({ text, address }: EmailTextProps): ReactNode {
  const [before, ...after] = text.split(address);
  if (after.length === 0) return text;
  return (
    <>
      {before}
      <span className="unbroken">
        {address.split(/(?<=[@.])/).map((part, index) => (
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
