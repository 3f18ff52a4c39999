import { useState } from 'react';
import type { User } from '../../../contract/signIn/auth.ts';
import { useErrorText } from '../../api/useErrorText.ts';

type Saving = { status: 'idle' | 'saving' } | { status: 'refused'; error: string };

/** Saves one change at a time. `error` is the error of the latest change; null if there is none. */
export function useSaving(onRefused: () => void) {
  const errorText = useErrorText();
  const [saving, become] = useState<Saving>({ status: 'idle' });

  /** Shows the error, but does not call `onRefused`. */
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
    /** Called when the rider corrects the refused value. Clears the error. */
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

/** The props of each form that has a single field. */
export interface FieldProps {
  me: User;
  /** Called when the server has saved the change. */
  onSaved: (user: User) => void;
}
