import { useEffect, useEffectEvent, useState } from 'react';
import { useSelector } from 'react-redux';
import { useLocation, useNavigate } from 'react-router-dom';
import { useProofRequest, type ProofRequest } from '../../../api/proof.ts';
import { withTexts } from '../../../lib/language/texts.ts';
import { LazyPart } from '../../../lib/loading/lazyPart.ts';
import { useLazyPart } from '../../../lib/loading/useLazyPart.ts';
import { forgetWaitingChange, readWaitingChange } from '../../../lib/storage/waitingChange.ts';
import { selectUserDetail } from '../clientUserSlice.ts';
import { useRedirectProblem } from '../social/loginProblem.ts';
import type { ProofSheetProps } from './ProofSheet.tsx';
import type { ResumedChangeProps } from './ResumedChange.tsx';

const proofSheet = new LazyPart<ProofSheetProps>(() =>
  withTexts(
    import('./ProofSheet.tsx').then(({ ProofSheet }) => ProofSheet),
    'security',
  ),
);

const resumedChange = new LazyPart<ResumedChangeProps>(() =>
  withTexts(
    import('./ResumedChange.tsx').then(({ ResumedChange }) => ResumedChange),
    'security',
  ),
);

/**
 * Asks the rider for a proof whenever an action of the page needs one (`withProof`). If the rider
 * left the app for the proof and came back, resumes the change. Each page with such an action
 * contains this component. The component loads its parts on demand.
 */
export function ProofHost() {
  const riderId = useSelector(selectUserDetail)?.id ?? null;
  // If another rider logs in, for example in another tab, React replaces the component because of
  // the new key. The replacement ends the pending request of the first rider.
  return <RidersProofHost key={riderId} riderId={riderId} />;
}

function RidersProofHost({ riderId }: { riderId: string | null }) {
  const request = useProofRequest();
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const problem = useRedirectProblem('stepUp');
  // Read the stored change only once. A later read could find that the change is too old, and would
  // close the open dialog.
  const [change] = useState(() => (riderId === null ? null : readWaitingChange(riderId, pathname)));
  const [isResumed, setResumed] = useState(false);
  const forget = () => {
    if (riderId !== null) forgetWaitingChange(riderId);
  };
  // If the rider goes to another page of the app, forget the change.
  useEffect(
    () => () => {
      if (riderId !== null) forgetWaitingChange(riderId);
    },
    [riderId],
  );

  if (request !== null) {
    return (
      <RequestedProof
        {...request}
        finish={(isProven) => {
          forget();
          setResumed(true);
          request.finish(isProven);
        }}
      />
    );
  }
  if (isResumed || riderId === null) return null;
  if (change === null && problem === null) return null;
  return (
    <Resumed
      change={change}
      problem={problem}
      onDone={() => {
        forget();
        setResumed(true);
        // Remove the problem from the navigation state, because it would appear again after a reload.
        void navigate(pathname + search + hash, { replace: true, state: null });
      }}
    />
  );
}

function RequestedProof({ change, finish }: ProofRequest) {
  const sheet = useLazyPart(proofSheet);
  // If the sheet cannot be loaded, end the request. The action then ends with the error of the
  // server.
  const isLost = sheet.status === 'failed';
  const end = useEffectEvent(() => finish(false));
  useEffect(() => {
    // Check the current state of the sheet, too. A new request loads the sheet again, and `sheet` may still have the
    // old state.
    if (isLost && proofSheet.state.status === 'failed') end();
  }, [isLost]);
  if (sheet.status !== 'ready') return null;
  return <sheet.Part change={change} problem={null} onDone={finish} />;
}

function Resumed(props: ResumedChangeProps) {
  const dialog = useLazyPart(resumedChange);
  return dialog.status === 'ready' ? <dialog.Part {...props} /> : null;
}
