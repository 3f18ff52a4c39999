import { useSelector } from 'react-redux';
import { readSessionId } from '../../api/session.ts';
import { selectHasSession } from '../../features/auth/clientUserSlice.ts';
import { LazyPart } from '../../lib/loading/lazyPart.ts';
import { leadsToStation } from '../../lib/navigation/leadsToStation.ts';
import { withTexts } from '../../lib/language/texts.ts';
import { useLazyPart } from '../../lib/loading/useLazyPart.ts';
import { preloadFormats } from '../../lib/format/preloadFormats.ts';
import { linkedSheet, StationsHome } from './StationsHome.tsx';

/** Only riders and guests with a session have orders, so the first visit of a guest does not wait for this code. */
const riderHome = new LazyPart(async () => (await withTexts(import('./RiderHome.tsx'))).RiderHome);

/**
 * Loads the code that home needs in addition to the stations. The needed code depends on the user
 * and the address. Home is rendered after this code has loaded.
 */
export async function prepareHome(): Promise<void> {
  const isLinked = leadsToStation(location.search);
  const isSignedIn = readSessionId() !== null;
  if (isSignedIn) preloadFormats();
  await Promise.all([isSignedIn ? riderHome.fetch() : null, isLinked ? linkedSheet.fetch() : null]);
  if (isSignedIn && riderHome.state.status === 'failed') {
    throw new Error('The code of the orders did not come');
  }
}

/**
 * The home page. It shows the current order. If there is no order, or if the address leads to a
 * station, it shows the stations.
 */
export function HomePage() {
  const hasSession = useSelector(selectHasSession);
  const rider = useLazyPart(riderHome, hasSession);
  // Without this code, do not show home: home would hide from the rider that there is a current
  // rental or an unpaid order.
  if (hasSession && rider.status === 'failed')
    throw new Error('The code of the orders did not come');
  if (!hasSession || rider.status !== 'ready') return <StationsHome />;
  return <rider.Part />;
}
