import { Navigate, Route as RouterRoute, Routes, useLocation } from 'react-router-dom';
import { RoutePage } from './RoutePage.tsx';
import { routes } from './routes.ts';
import { Shell } from './Shell.tsx';

function ToHome() {
  const { search } = useLocation();
  return <Navigate to={{ pathname: '/home', search }} replace />;
}

/** The table of routes inside the shell. */
export function App() {
  return (
    <Shell>
      <Routes>
        <RouterRoute path="/" element={<ToHome />} />
        {routes.map((route) => (
          <RouterRoute
            key={route.path}
            path={route.path}
            element={<RoutePage key={route.path} route={route} />}
          />
        ))}
      </Routes>
    </Shell>
  );
}
