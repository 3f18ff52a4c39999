import { createContext, useContext } from 'react';

/** What the path of the page says where its route has a `:name`, by that name. */
export type RouteParams = Readonly<Record<string, string>>;

export const RouteParamsContext = createContext<RouteParams>({});

export function useRouteParams(): RouteParams {
  return useContext(RouteParamsContext);
}
