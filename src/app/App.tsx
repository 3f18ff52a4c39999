import { useTranslation } from 'react-i18next';
import { Navigate, useLocation } from 'react-router-dom';
import { LazyPage } from './routing/LazyPage.tsx';
import { RoutePage } from './routing/RoutePage.tsx';
import { home, isHome, otherPages } from './routing/routes.ts';
import { Shell } from './Shell.tsx';
import '../ui/appColours.css';
import './start/later.css';
import './start/locate.css';

/** The shell with the page of the current address. */
export function App() {
  return (
    <Shell>
      <Page />
    </Shell>
  );
}

function Page() {
  const { t } = useTranslation('common');
  const { pathname, search } = useLocation();
  if (pathname === '/') return <Navigate to={{ pathname: '/home', search }} replace />;
  if (isHome(pathname)) return <RoutePage title={t(($) => $.home)} page={home} />;
  return <LazyPage page={otherPages} />;
}
