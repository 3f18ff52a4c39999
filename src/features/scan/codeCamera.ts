import { QrDecoder } from './qrDecoder.ts';

export type CameraState =
  /** The camera waits for a tap, because the browser asks for the permission when the camera starts. */
  | { status: 'primed' }
  | { status: 'starting' }
  | {
      status: 'live';
      /** The state of the torch; null if the camera has no torch. */
      light: 'on' | 'off' | null;
      /**
       * True if the camera has delivered no picture for some time. The rider may then use a photo
       * instead.
       */
      silent: boolean;
    }
  | { status: 'failed' };

export interface CodeCameraOptions {
  video: HTMLVideoElement;
  onState: (state: CameraState) => void;
  /** Called with the text of each recognised code, repeatedly while the code is in view. */
  onText: (text: string) => void;
}

/** If the camera delivers no picture for this many milliseconds, the app suggests a photo. */
const silentAfterMs = 3_000;
/** Milliseconds between two readings. More readings would use more power, and fewer would be slow. */
const readEveryMs = 100;

const wanted: MediaStreamConstraints = {
  audio: false,
  video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 }, height: { ideal: 720 } },
};

function lightOf(track: MediaStreamTrack): 'off' | null {
  // Older versions of Firefox lack this method.
  const capabilities = track.getCapabilities?.() ?? {};
  return 'torch' in capabilities && capabilities.torch === true ? 'off' : null;
}

/** The back camera and the decoder. The camera is on only between `start` and `stop`. */
export class CodeCamera {
  readonly #options: CodeCameraOptions;
  #session: AbortController | null = null;
  #track: MediaStreamTrack | null = null;
  #state: CameraState = { status: 'primed' };

  constructor(options: CodeCameraOptions) {
    this.#options = options;
  }

  /**
   * Starts the camera. The browser may ask for permission. Resolves when the camera and the decoder
   * are ready, when one of them has failed, or after a stop.
   */
  async start(): Promise<void> {
    this.stop();
    const session = new AbortController();
    this.#session = session;
    this.#become({ status: 'starting' });
    try {
      const stream = await openStream();
      const release = () => {
        for (const track of stream.getTracks()) track.stop();
      };
      if (session.signal.aborted) {
        release();
        return;
      }
      session.signal.addEventListener('abort', release);
      await this.#show(stream, session.signal);
      const decoder = await QrDecoder.load();
      session.signal.addEventListener('abort', () => decoder.close());
      if (session.signal.aborted) decoder.close();
      else void this.#readOn(decoder, session.signal);
    } catch (error) {
      if (session.signal.aborted) return;
      this.stop();
      this.#become({ status: 'failed' });
      // The camera was denied, is missing or in use, or the decoder did not load. In each case, the rider can
      // use a photo or type the id.
      if (!(error instanceof DOMException || error instanceof TypeError)) throw error;
    }
  }

  stop(): void {
    this.#session?.abort();
    this.#session = null;
    this.#track = null;
    this.#options.video.srcObject = null;
  }

  async setLight(on: boolean): Promise<void> {
    if (this.#state.status !== 'live' || this.#track === null) return;
    try {
      // The DOM types do not contain the torch yet.
      const light: MediaTrackConstraintSet & { torch: boolean } = { torch: on };
      await this.#track.applyConstraints({ advanced: [light] });
      this.#become({ ...this.#state, light: on ? 'on' : 'off' });
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      this.#become({ ...this.#state, light: null });
    }
  }

  async #show(stream: MediaStream, signal: AbortSignal): Promise<void> {
    const { video } = this.#options;
    const track = stream.getVideoTracks()[0];
    if (track === undefined) throw new DOMException('no video', 'NotFoundError');
    this.#track = track;
    const silence = setTimeout(() => {
      if (this.#state.status === 'live') this.#become({ ...this.#state, silent: true });
    }, silentAfterMs);
    const firstPicture = () => {
      clearTimeout(silence);
      if (this.#state.status === 'live') this.#become({ ...this.#state, silent: false });
    };
    video.addEventListener('timeupdate', firstPicture, { once: true, signal });
    signal.addEventListener('abort', () => clearTimeout(silence));
    track.addEventListener('ended', () => {
      // Another app has taken the camera, or the camera was unplugged.
      if (signal.aborted) return;
      this.stop();
      this.#become({ status: 'failed' });
    });
    video.srcObject = stream;
    this.#become({ status: 'live', light: lightOf(track), silent: false });
    await video.play();
  }

  async #readOn(decoder: QrDecoder, signal: AbortSignal): Promise<void> {
    const { video, onText } = this.#options;
    while (!signal.aborted) {
      if (video.readyState >= video.HAVE_CURRENT_DATA && video.videoWidth > 0) {
        const text = await decoder.readFrame(video);
        if (signal.aborted) return;
        if (text !== null) onText(text);
      }
      await new Promise((resolve) => setTimeout(resolve, readEveryMs));
    }
  }

  #become(state: CameraState): void {
    this.#state = state;
    this.#options.onState(state);
  }
}

async function openStream(): Promise<MediaStream> {
  // Pages without HTTPS lack this property, although the DOM types contain it.
  const devices: MediaDevices | undefined = navigator.mediaDevices;
  if (devices === undefined) throw new DOMException('no camera', 'NotFoundError');
  return devices.getUserMedia(wanted);
}

/** The browser's stored permission for the camera; null if the browser does not report it. */
export async function cameraPermission(): Promise<PermissionStatus | null> {
  try {
    return (await navigator.permissions?.query({ name: 'camera' })) ?? null;
  } catch (error) {
    // Older versions of Firefox and Safari do not support this permission name.
    if (error instanceof TypeError || error instanceof DOMException) return null;
    throw error;
  }
}
