import { createSlice } from '@reduxjs/toolkit';
import type { PayloadAction } from '@reduxjs/toolkit';

/** What the map showed last; the next visit begins there. */
export interface MapView {
  lat: number;
  lng: number;
  zoom: number;
}

export interface MapState {
  view: MapView | null;
}

const start: MapState = { view: null };

export const mapSlice = createSlice({
  name: 'map',
  initialState: start,
  reducers: {
    mapMoved(state, { payload }: PayloadAction<MapView>) {
      state.view = payload;
    },
  },
  selectors: { selectMapView: (state) => state.view },
});

export const { mapMoved } = mapSlice.actions;
export const { selectMapView } = mapSlice.selectors;
