import { Navigate, useLocation, useRoutes } from 'react-router-dom';
import { RoutePage } from './RoutePage.tsx';
import { routes } from './routes.ts';
import { Shell } from './Shell.tsx';

function ToHome() {
  const { search } = useLocation();
  return <Navigate to={{ pathname: '/home', search }} replace />;
}

const table = [
  { path: '/', element: <ToHome /> },
  ...routes.map((route) => ({
    path: route.path,
    element: <RoutePage key={route.path} route={route} />,
  })),
];

/** The table of routes inside the shell. */
export function App() {
  return <Shell>{useRoutes(table)}</Shell>;
}
