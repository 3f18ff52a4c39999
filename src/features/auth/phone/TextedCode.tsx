import { useEffect, useEffectEvent } from 'react';

/** The part of the WebOTP draft that we use; TypeScript's library does not know it yet. */
interface TextedCodeRequest extends CredentialRequestOptions {
  otp: { transport: ['sms'] };
}

/**
 * Takes the code out of the text message where the browser can (WebOTP: Chrome on Android). It asks
 * the person itself; whoever refuses, types. Draws nothing.
 */
export function TextedCode({ onCode }: { onCode: (code: string) => void }) {
  const take = useEffectEvent((credential: Credential | null) => {
    if (credential && 'code' in credential && typeof credential.code === 'string') {
      onCode(credential.code);
    }
  });

  useEffect(() => {
    const waiting = new AbortController();
    if ('OTPCredential' in window) {
      const request: TextedCodeRequest = { otp: { transport: ['sms'] }, signal: waiting.signal };
      navigator.credentials.get(request).then(take, (error: unknown) => {
        // Aborted, refused or timed out: the field is there.
        if (!(error instanceof DOMException)) throw error;
      });
    }
    return () => waiting.abort();
  }, []);

  return null;
}
