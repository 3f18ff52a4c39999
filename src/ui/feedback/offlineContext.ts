import { createContext } from 'react';

/**
 * Whether the server cannot be reached. The app provides the value, so that `ui/` does not import
 * the API client.
 */
export const OfflineContext = createContext(false);
