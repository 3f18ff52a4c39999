import { useGetConfigQuery } from '../../api/configApi.ts';
import { useGetMeQuery } from '../../features/auth/authApi.ts';
import { LazyPart } from '../../lib/loading/lazyPart.ts';
import { withTexts } from '../../lib/language/texts.ts';
import { useLazyPart } from '../../lib/loading/useLazyPart.ts';

const pushOffer = new LazyPart(
  async () =>
    (await withTexts(import('../../features/notifications/push/PushOffer.tsx'))).PushOffer,
);

/**
 * Offers push messages for the next return. Shows nothing if the browser cannot receive push messages,
 * or if the server does not send any.
 */
export function RiderPushOffer() {
  const { data: config } = useGetConfigQuery();
  const publicKey = config?.push?.publicKey ?? null;
  const isPossible = publicKey !== null && 'PushManager' in window;
  const { data: me } = useGetMeQuery(undefined, { skip: !isPossible });
  const offer = useLazyPart(pushOffer, isPossible);
  if (publicKey === null || !me || offer.status !== 'ready') return null;
  return <offer.Part publicKey={publicKey} userId={me.id} />;
}
