import { useSelector } from 'react-redux';
import { readSessionId } from '../../api/session.ts';
import { selectIsSignedIn } from '../../features/auth/clientUserSlice.ts';
import { LazyPart } from '../../lib/loading/lazyPart.ts';
import { leadsToStation } from '../../lib/navigation/leadsToStation.ts';
import { withTexts } from '../../lib/language/texts.ts';
import { useLazyPart } from '../../lib/loading/useLazyPart.ts';
import { preloadFormats } from '../../lib/format/preloadFormats.ts';
import { linkedSheet, StationsHome } from './StationsHome.tsx';

/** Only signed-in riders have orders; a guest's first visit does not wait for this code. */
const riderHome = new LazyPart(async () => (await withTexts(import('./RiderHome.tsx'))).RiderHome);

/** Loads the code that this person's home needs besides the stations, before home is rendered. */
export async function prepareHome(): Promise<void> {
  const isLinked = leadsToStation(location.search);
  const isSignedIn = readSessionId() !== null;
  if (isSignedIn) preloadFormats();
  await Promise.all([isSignedIn ? riderHome.fetch() : null, isLinked ? linkedSheet.fetch() : null]);
  if (isSignedIn && riderHome.state.status === 'failed') {
    throw new Error('The code of the orders did not come');
  }
}

/** The home page: the current order, else the nearby stations. */
export function HomePage() {
  const isSignedIn = useSelector(selectIsSignedIn);
  const rider = useLazyPart(riderHome, isSignedIn);
  // Without this code a rider would not see a charger that is out or an unpaid order, so home must
  // not be rendered.
  if (isSignedIn && rider.status === 'failed')
    throw new Error('The code of the orders did not come');
  if (!isSignedIn || rider.status !== 'ready') return <StationsHome />;
  return <rider.Part />;
}
