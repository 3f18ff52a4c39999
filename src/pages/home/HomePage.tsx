import { useSelector } from 'react-redux';
import { readSessionId } from '../../api/session.ts';
import { selectIsSignedIn } from '../../features/auth/clientUserSlice.ts';
import { LazyPart } from '../../lib/loading/lazyPart.ts';
import { leadsToStation } from '../../lib/navigation/leadsToStation.ts';
import { withTexts } from '../../lib/language/texts.ts';
import { useLazyPart } from '../../lib/loading/useLazyPart.ts';
import { preloadFormats } from '../../lib/format/preloadFormats.ts';
import { linkedSheet, StationsHome } from './StationsHome.tsx';

/** Only signed-in riders have orders. A guest's first visit does not wait for this code. */
const riderHome = new LazyPart(async () => (await withTexts(import('./RiderHome.tsx'))).RiderHome);

/**
 * Before home is rendered, loads the code that it needs besides the stations. This depends on the
 * user and the address.
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

/** The home page. It shows the current order, or the nearby stations if there is no order. */
export function HomePage() {
  const isSignedIn = useSelector(selectIsSignedIn);
  const rider = useLazyPart(riderHome, isSignedIn);
  // Do not show home without this code. A rider would not see a charger that is out or an unpaid
  // order.
  if (isSignedIn && rider.status === 'failed')
    throw new Error('The code of the orders did not come');
  if (!isSignedIn || rider.status !== 'ready') return <StationsHome />;
  return <rider.Part />;
}
