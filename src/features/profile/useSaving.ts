import { useState } from 'react';
import type { User } from '../../../contract/auth.ts';
import { useErrorText } from '../../api/useErrorText.ts';

type Saving = { status: 'idle' | 'saving' } | { status: 'refused'; error: string };

/** Saves one change at a time, and gives the result of the last one. */
export function useSaving(onRefused: () => void) {
  const errorText = useErrorText();
  const [saving, become] = useState<Saving>({ status: 'idle' });

  /** Announces the error and stays on the page. */
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
    /** The refused value has been corrected. */
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

/** Props of every form of a single field. */
export interface FieldProps {
  me: User;
  /** The server has saved it. */
  onSaved: (user: User) => void;
}
