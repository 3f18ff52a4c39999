import { locateIcon } from '../../../../contract/rules/firstScreen/icons.ts';
import { element } from '../../../ui/link/element.ts';

export const LocateIcon = () => locateIcon(element);
