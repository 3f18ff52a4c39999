import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { useOngoingWork } from '../../lib/page/ongoingWork.ts';
import { cameraPermission, CodeCamera } from './codeCamera.ts';
import type { CameraState } from './codeCamera.ts';

export interface CodeCameraControls {
  video: RefObject<HTMLVideoElement | null>;
  state: CameraState;
  /** Starts the camera. Must be called on a tap, because the browser may ask for permission. */
  start: () => void;
  setLight: (on: boolean) => void;
}

/**
 * The camera of a mounted screen. It starts automatically only if the browser already has the permission.
 * While the page is hidden, the camera is off.
 */
export function useCodeCamera(onText: (text: string) => void): CodeCameraControls {
  const video = useRef<HTMLVideoElement>(null);
  const camera = useRef<CodeCamera | null>(null);
  const report = useRef(onText);
  const [state, follow] = useState<CameraState>({ status: 'primed' });
  useOngoingWork('camera', state.status === 'starting' || state.status === 'live');

  useEffect(() => {
    report.current = onText;
  });

  useEffect(() => {
    const element = video.current;
    if (element === null) return undefined;
    let running = false;
    const made = new CodeCamera({
      video: element,
      onState: (next) => {
        if (next.status === 'starting') running = true;
        if (next.status === 'failed') running = false;
        follow(next);
      },
      onText: (text) => report.current(text),
    });
    camera.current = made;

    const mind = () => {
      if (!running) return;
      if (document.visibilityState === 'hidden') made.stop();
      else void made.start();
    };
    document.addEventListener('visibilitychange', mind);

    const unmounted = new AbortController();
    void cameraPermission().then((permission) => {
      if (permission === null || unmounted.signal.aborted) return;
      const mayStart = () => {
        if (permission.state === 'granted' && !running) void made.start();
      };
      mayStart();
      permission.addEventListener('change', mayStart, { signal: unmounted.signal });
    });

    return () => {
      unmounted.abort();
      document.removeEventListener('visibilitychange', mind);
      running = false;
      made.stop();
      camera.current = null;
    };
  }, []);

  return {
    video,
    state,
    start: () => void camera.current?.start(),
    setLight: (on) => void camera.current?.setLight(on),
  };
}
