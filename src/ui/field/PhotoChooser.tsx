import { useId } from 'react';
import type { ReactNode } from 'react';

export interface PhotoChooserProps {
  className: string | undefined;
  busy: boolean;
  /** Opens this camera instead of the file chooser, if the device has one. */
  camera?: 'user' | 'environment' | undefined;
  onFile: (file: File) => void;
  children: ReactNode;
}

/**
 * A file input whose label looks like a button. With a file input, every browser opens its own file
 * chooser.
 */
export function PhotoChooser({ className, busy, camera, onFile, children }: PhotoChooserProps) {
  const id = useId();
  return (
    <label htmlFor={id} className={className}>
      {children}
      <input
        id={id}
        type="file"
        accept="image/*"
        className="visually-hidden"
        disabled={busy}
        {...(camera && { capture: camera })}
        onChange={(event) => {
          const file = event.target.files?.[0];
          // Reset the input, so that the user can choose the same photo again.
          event.target.value = '';
          if (file) onFile(file);
        }}
      />
    </label>
  );
}
