import { vi } from 'vitest';

type Failure = 'denied' | 'unavailable' | 'timeout';
const codes: Record<Failure, 1 | 2 | 3> = { denied: 1, unavailable: 2, timeout: 3 };

interface Callbacks {
  found: PositionCallback;
  failed: PositionErrorCallback | null | undefined;
  options: PositionOptions | undefined;
}

class FakePermission extends EventTarget {
  state: PermissionState;

  constructor(state: PermissionState) {
    super();
    this.state = state;
  }

  turn(state: PermissionState): void {
    this.state = state;
    this.dispatchEvent(new Event('change'));
  }
}

/** Fakes a device. The test controls the position of the device. */
export class FakeGeolocation implements Pick<
  Geolocation,
  'getCurrentPosition' | 'watchPosition' | 'clearWatch'
> {
  /** The options of each call of `getCurrentPosition`. */
  readonly asked: PositionOptions[] = [];
  readonly watchers = new Map<number, Callbacks>();
  #pending: Callbacks[] = [];
  #lastWatcher = 0;

  /**
   * Installs the device in a browser with this permission. `unsupported`: the browser has no permissions
   * API. `refused`: the query for the permission fails.
   */
  install(state: PermissionState | 'unsupported' | 'refused'): FakePermission | null {
    const permission =
      state === 'unsupported' || state === 'refused' ? null : new FakePermission(state);
    const query = async () => {
      if (permission === null) throw new TypeError('no such permission');
      return permission;
    };
    const permissions = state === 'unsupported' ? null : { query };
    vi.stubGlobal(
      'navigator',
      new Proxy(navigator, {
        has: (browser, name) =>
          name === 'geolocation' || (name === 'permissions' && permissions !== null)
            ? true
            : Reflect.has(browser, name),
        get: (browser, name) => {
          if (name === 'geolocation') return this;
          if (name === 'permissions' && permissions) return permissions;
          const value: unknown = Reflect.get(browser, name, browser);
          return value;
        },
      }),
    );
    return permission;
  }

  getCurrentPosition(
    found: PositionCallback,
    failed?: PositionErrorCallback | null,
    options?: PositionOptions,
  ): void {
    this.asked.push(options ?? {});
    this.#pending.push({ found, failed, options });
  }

  watchPosition(
    found: PositionCallback,
    failed?: PositionErrorCallback | null,
    options?: PositionOptions,
  ): number {
    this.#lastWatcher += 1;
    this.watchers.set(this.#lastWatcher, { found, failed, options });
    return this.#lastWatcher;
  }

  clearWatch(id: number): void {
    this.watchers.delete(id);
  }

  /** Answers all pending calls of `getCurrentPosition`. */
  find(point: { lat: number; lng: number }, timestamp: number = Date.now()): void {
    for (const { found } of this.#pending.splice(0)) found(positionAt(point, timestamp));
  }

  fail(why: Failure): void {
    const error = {
      code: codes[why],
      message: why,
      PERMISSION_DENIED: 1,
      POSITION_UNAVAILABLE: 2,
      TIMEOUT: 3,
    } as const;
    for (const { failed } of this.#pending.splice(0)) failed?.(error);
  }

  /** Reports a new position to all watchers. */
  move(point: { lat: number; lng: number }): void {
    for (const { found } of this.watchers.values()) found(positionAt(point, Date.now()));
  }
}

function positionAt({ lat, lng }: { lat: number; lng: number }, timestamp: number) {
  const coords = {
    latitude: lat,
    longitude: lng,
    accuracy: 20,
    altitude: null,
    altitudeAccuracy: null,
    heading: null,
    speed: null,
  };
  return {
    coords: { ...coords, toJSON: () => coords },
    timestamp,
    toJSON: () => ({ coords, timestamp }),
  };
}
