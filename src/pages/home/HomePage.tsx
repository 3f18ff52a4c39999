import { useSelector } from 'react-redux';
import { readSessionId } from '../../api/session.ts';
import { selectIsSignedIn } from '../../features/auth/clientUserSlice.ts';
import { LazyPart } from '../../lib/loading/lazyPart.ts';
import { withTexts } from '../../lib/language/texts.ts';
import { useLazyPart } from '../../lib/loading/useLazyPart.ts';
import { preloadFormats } from '../../lib/format/preloadFormats.ts';
import { linkedSheet, StationsHome } from './StationsHome.tsx';

/** Orders concern only who has logged in; a guest's first visit does not wait for their code. */
const riderHome = new LazyPart(async () => (await withTexts(import('./RiderHome.tsx'))).RiderHome);

/** Fetches what this person's home needs besides the stations, before it is shown as a whole. */
export async function prepareHome(): Promise<void> {
  const query = new URLSearchParams(location.search);
  const isLinked = query.has('equip_id') || query.has('link');
  const isSignedIn = readSessionId() !== null;
  if (isSignedIn) preloadFormats();
  await Promise.all([isSignedIn ? riderHome.fetch() : null, isLinked ? linkedSheet.fetch() : null]);
  if (isSignedIn && riderHome.state.status === 'failed') {
    throw new Error('The code of the orders did not come');
  }
}

/** The main screen: the charger that is out, else the stations around. */
export function HomePage() {
  const isSignedIn = useSelector(selectIsSignedIn);
  const rider = useLazyPart(riderHome, isSignedIn);
  // Without it nobody sees what they have out or owe: that is not home.
  if (isSignedIn && rider.status === 'failed')
    throw new Error('The code of the orders did not come');
  if (!isSignedIn || rider.status !== 'ready') return <StationsHome />;
  return <rider.Part />;
}
