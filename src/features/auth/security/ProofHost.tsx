import { useProofRequest } from '../../../api/proof.ts';
import { withTexts } from '../../../lib/language/texts.ts';
import { LazyPart } from '../../../lib/loading/lazyPart.ts';
import { useLazyPart } from '../../../lib/loading/useLazyPart.ts';
import { useEffect } from 'react';
import type { ProofSheetProps } from './ProofSheet.tsx';

const proofSheet = new LazyPart<ProofSheetProps>(() =>
  withTexts(
    import('./ProofSheet.tsx').then(({ ProofSheet }) => ProofSheet),
    'security',
  ),
);

/**
 * Asks the rider for a proof whenever an action of the page needs one (`withProof`). Each page with
 * such an action contains this component. It loads the sheet on demand.
 */
export function ProofHost() {
  const request = useProofRequest();
  const sheet = useLazyPart(proofSheet, request !== null);
  // Without the sheet, the action ends with the error of the server.
  const isLost = request !== null && sheet.status === 'failed';
  useEffect(() => {
    // A new request loads the sheet again, and this component does not know its new state yet.
    if (isLost && proofSheet.state.status === 'failed') request.finish(false);
  }, [isLost, request]);
  if (request === null || sheet.status !== 'ready') return null;
  return <sheet.Part onDone={request.finish} />;
}
