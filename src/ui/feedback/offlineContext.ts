import { createContext } from 'react';

/** Whether the server is out of reach; the app says so, as nothing here asks it. */
export const OfflineContext = createContext(false);
