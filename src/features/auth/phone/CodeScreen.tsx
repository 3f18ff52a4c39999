import type { ReactNode } from 'react';
import { Button } from '../../../ui/button/Button.tsx';
import { HelpLink } from '../../../ui/link/HelpLink.tsx';
import { Screen } from '../../../ui/screen/Screen.tsx';
import styles from '../auth.module.css';
import { CodeEntry } from './CodeEntry.tsx';
import type { SentCode } from './CodeEntry.tsx';

export interface CodeScreenProps extends SentCode {
  /** Says to which phone number or email address the code was sent. */
  heading: ReactNode;
  /**
   * The label of the button that leads back to the field for the phone number or email address. The field stays filled
   * in.
   */
  changeLabel: string;
  onChangeAddress: () => void;
  /** Shown below the code. */
  after?: ReactNode;
  children?: ReactNode;
}

/** A page on which the user enters a code that was sent. */
export function CodeScreen({
  heading,
  changeLabel,
  onChangeAddress,
  after,
  children,
  ...code
}: CodeScreenProps) {
  return (
    <CodeEntry name="code" {...code}>
      {(field, action) => (
        <Screen
          heading={heading}
          lead={
            <div className={styles['resend']}>
              <Button variant="text" onClick={onChangeAddress}>
                {changeLabel}
              </Button>
            </div>
          }
          footer={action}
        >
          {children}
          <div className={styles['fields']}>
            {field}
            {code.by === 'phone' ? <HelpLink about="codeMissing" /> : null}
          </div>
          {after}
        </Screen>
      )}
    </CodeEntry>
  );
}
