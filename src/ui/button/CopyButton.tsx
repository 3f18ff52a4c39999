import { Copy } from 'lucide-react';
import { IconButton } from './IconButton.tsx';
import { useCopy } from './useCopy.ts';

export interface CopyButtonProps {
  /** The accessible name. It must name what the button copies. */
  label: string;
  text: string;
}

export function CopyButton({ label, text }: CopyButtonProps) {
  const copy = useCopy();
  return <IconButton label={label} icon={<Copy />} onClick={() => void copy(text)} />;
}
