import { useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom';
import { isApiError } from '../../api/apiError.ts';
import { useGetConfigQuery } from '../../api/configApi.ts';
import { selectIsSignedIn } from '../../features/auth/clientUserSlice.ts';
import { readStationLink } from '../../features/scan/readStationLink.ts';
import { readShared, sharedText } from '../../features/scan/sharedLink.ts';
import { Scanner } from '../../features/scan/Scanner.tsx';
import { StationIdForm } from '../../features/scan/StationIdForm.tsx';
import { stationsApi } from '../../features/stations/stationsApi.ts';
import { useIsMounted } from '../../lib/page/useIsMounted.ts';
import { vibrate } from '../../lib/device/vibrate.ts';
import { useAnnounce } from '../../ui/feedback/messages.ts';
import { Screen } from '../../ui/screen/Screen.tsx';

/** Why a scanned code or a typed id opens no station. */
interface Refusal {
  by: 'camera' | 'form';
  text: string;
}

const noHosts: string[] = [];

/** Milliseconds for which a QR code must be out of view before the same code counts again. */
const goneAfterMs = 2_000;

/**
 * The page on which the user scans a QR code or types an id. It also opens the station of a link
 * that another app shared.
 */
export function ScanPage() {
  const [query] = useSearchParams();
  const { data: config, isError } = useGetConfigQuery();
  const shared = sharedText(query);
  if (shared === null) return <Scan />;
  const trusted = { origin: location.origin, linkHosts: config?.linkHosts ?? noHosts };
  const id = readShared(query, trusted);
  if (id !== null) return <Navigate to={`/home?equip_id=${id}`} replace />;
  // Wait for the configuration, because only the configuration contains all hosts of the operator
  // that a link may use.
  if (config === undefined && !isError) return <Shared />;
  const wrong = new URLSearchParams({ equip_id: shared, invalid: '1' });
  return <Navigate to={`/home/scan?${wrong.toString()}`} replace />;
}

/** The page while the configuration loads. */
function Shared() {
  const { t } = useTranslation(['scan', 'common']);
  return (
    <Screen heading={t(($) => $.heading)}>
      <p role="status">{t(($) => $.common.loading)}</p>
    </Screen>
  );
}

function Scan() {
  const { t } = useTranslation(['scan', 'messages', 'errors', 'common']);
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const announce = useAnnounce();
  const signedIn = useSelector(selectIsSignedIn);
  const { data: config } = useGetConfigQuery();
  const [findStation, { isFetching }] = stationsApi.useLazyGetStationQuery();
  const stillHere = useIsMounted();

  const wrongId = query.get('invalid') === '1' ? query.get('equip_id') : null;
  const [prefill, setPrefill] = useState(wrongId ?? '');
  const [refusal, refuse] = useState<Refusal | null>(
    wrongId === null ? null : { by: 'form', text: t(($) => $.messages.stationIdWrong) },
  );
  const [focusCount, setFocusCount] = useState(wrongId === null ? 0 : 1);
  const seen = useRef({ text: '', at: 0 });

  const focusField = useCallback(() => setFocusCount((count) => count + 1), []);

  const open = async (id: string, by: Refusal['by']) => {
    refuse(null);
    const { error } = await findStation(id);
    if (!stillHere()) return;
    if (error === undefined) {
      announce(t(($) => $.found, { id }));
      const target = signedIn ? '/payment/unlockChanger' : '/home';
      // Replace this page, so that Back leads to home and not to the camera.
      await navigate(`${target}?equip_id=${id}`, { replace: true });
      return;
    }
    const code = isApiError(error) ? error.code : 'serverError';
    refuse({ by: 'form', text: t(($) => $.errors[code]) });
    if (by === 'camera') setPrefill(id);
    focusField();
  };

  const readText = (text: string) => {
    // Many frames contain the same code, so count the code only once.
    const { text: before, at } = seen.current;
    seen.current = { text, at: performance.now() };
    if (before === text && performance.now() - at < goneAfterMs) return;
    const linkHosts = config?.linkHosts ?? noHosts;
    const id = readStationLink(text, { origin: location.origin, linkHosts });
    if (id === null) {
      refuse({ by: 'camera', text: t(($) => $.notStation) });
      return;
    }
    vibrate();
    void open(id, 'camera');
  };

  return (
    <Screen heading={t(($) => $.heading)}>
      <Scanner
        onText={readText}
        onUnavailable={focusField}
        onDismiss={focusField}
        problem={refusal?.by === 'camera' ? refusal.text : null}
      />
      <StationIdForm
        key={prefill}
        initial={prefill}
        refusal={refusal?.by === 'form' ? refusal.text : null}
        busy={isFetching}
        focusCount={focusCount}
        onChange={() => refuse(null)}
        onSubmit={(id) => void open(id, 'form')}
      />
    </Screen>
  );
}
