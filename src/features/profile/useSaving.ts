import { useState } from 'react';
import type { User } from '../../../contract/auth.ts';
import { useErrorText } from '../../api/useErrorText.ts';

type Saving = { status: 'idle' | 'saving' } | { status: 'refused'; error: string };

/** One save at a time, and what became of it. */
export function useSaving(onRefused: () => void) {
  const errorText = useErrorText();
  const [saving, become] = useState<Saving>({ status: 'idle' });

  /** Says what is wrong, and leaves the person where they are. */
  const note = (error: string) => become({ status: 'refused', error });
  const refuse = (error: string) => {
    note(error);
    onRefused();
  };

  return {
    busy: saving.status === 'saving',
    error: saving.status === 'refused' ? saving.error : null,
    note,
    refuse,
    /** What was refused has been corrected. */
    forgive: () => {
      if (saving.status === 'refused') become({ status: 'idle' });
    },
    save: async <Answer extends object>(
      ask: () => PromiseLike<{ data?: Answer | undefined; error?: unknown }>,
      onDone: (answer: Answer) => void,
    ) => {
      if (saving.status === 'saving') return;
      become({ status: 'saving' });
      const { data, error } = await ask();
      if (data === undefined) return refuse(errorText(error));
      become({ status: 'idle' });
      onDone(data);
    },
  };
}

/** What every form of a single field is given. */
export interface FieldProps {
  me: User;
  /** The server has it. */
  onSaved: (user: User) => void;
}
