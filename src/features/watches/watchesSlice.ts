import { createSlice } from '@reduxjs/toolkit';
import type { PayloadAction } from '@reduxjs/toolkit';
import type { Watch } from '../../../contract/watches.ts';
import { signedOut } from '../../api/session.ts';

/** A watch that was set on this device. The server has the state of the watch. */
export interface StoredWatch extends Pick<Watch, 'id' | 'stationId' | 'wants' | 'expiresAt'> {
  stationName: string;
  /** Whether the app has shown the result of the watch. */
  isTold: boolean;
}

export interface WatchesState {
  kept: StoredWatch[];
}

const start: WatchesState = { kept: [] };

export const watchesSlice = createSlice({
  name: 'watches',
  initialState: start,
  reducers: {
    watchSet(state, { payload }: PayloadAction<Omit<StoredWatch, 'isTold'>>) {
      // Keep only the newest watch for each station and kind.
      state.kept = state.kept.filter(
        ({ stationId, wants }) => stationId !== payload.stationId || wants !== payload.wants,
      );
      state.kept.push({ ...payload, isTold: false });
    },
    watchTold(state, { payload }: PayloadAction<string>) {
      const watch = state.kept.find(({ id }) => id === payload);
      if (watch) watch.isTold = true;
    },
    /** Another tab has stored these watches. */
    watchesFollowed(state, { payload }: PayloadAction<StoredWatch[]>) {
      state.kept = payload;
    },
    watchForgotten(state, { payload }: PayloadAction<string>) {
      state.kept = state.kept.filter(({ id }) => id !== payload);
    },
  },
  extraReducers: (builder) => {
    // Forget the watches, because they belong to the previous rider on this device.
    builder.addCase(signedOut, () => start);
  },
  selectors: {
    selectWatches: (state) => state.kept,
    selectHasWatches: (state) => state.kept.length > 0,
  },
});

export const { watchSet, watchTold, watchForgotten, watchesFollowed } = watchesSlice.actions;
export const { selectWatches, selectHasWatches } = watchesSlice.selectors;
