import { icon } from '../../../../contract/rules/firstScreen/icons.ts';
import { element } from '../../../ui/link/element.ts';

export const LocateIcon = () =>
  icon(
    element,
    <circle cx="12" cy="12" r="6.5" />,
    <path d="M12 2.5v3M12 18.5v3M2.5 12h3M18.5 12h3" />,
    <circle cx="12" cy="12" r="1.5" fill="currentColor" />,
  );
