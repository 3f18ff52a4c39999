import { createContext } from 'react';

/** True in a part of a page that shows another page, such as the receipt beside the list of orders. */
export const PaneContext = createContext(false);
