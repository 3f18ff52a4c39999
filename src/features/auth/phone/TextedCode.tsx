import { useEffect, useEffectEvent } from 'react';

/** The part of the WebOTP draft that the app uses. TypeScript's DOM types do not contain this part yet. */
interface TextedCodeRequest extends CredentialRequestOptions {
  otp: { transport: ['sms'] };
}

/**
 * Reads the code from the text message if the browser supports it (WebOTP: Chrome on Android). The
 * browser asks for permission. A user who refuses types the code. Renders nothing.
 */
export function TextedCode({ onCode }: { onCode: (code: string) => void }) {
  const handleCredential = useEffectEvent((credential: Credential | null) => {
    if (credential && 'code' in credential && typeof credential.code === 'string') {
      onCode(credential.code);
    }
  });

  useEffect(() => {
    const waiting = new AbortController();
    if ('OTPCredential' in window) {
      const request: TextedCodeRequest = { otp: { transport: ['sms'] }, signal: waiting.signal };
      navigator.credentials.get(request).then(handleCredential, (error: unknown) => {
        // The request was aborted or refused, or timed out. The user can still type the code.
        if (!(error instanceof DOMException)) throw error;
      });
    }
    return () => waiting.abort();
  }, []);

  return null;
}
