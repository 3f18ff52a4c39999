import { createSlice } from '@reduxjs/toolkit';
import type { PayloadAction } from '@reduxjs/toolkit';
import type { MapOverlay } from '../../../contract/config.ts';

/** The last view of the map. The next visit starts with this view. */
export interface MapView {
  lat: number;
  lng: number;
  zoom: number;
  /**
   * The layout, and the middle of the part that the sheet did not cover. If the next visit has
   * another layout, the sheet covers another part, so the map moves this middle into the visible
   * part. The field is absent in views that an older version saved.
   */
  visible?: { lat: number; lng: number; layout: string } | undefined;
}

/** A map layer besides the pins. */
export type MapLayer = 'heat' | MapOverlay['kind'];

export interface MapState {
  view: MapView | null;
  /** The visible layers. */
  layers: MapLayer[];
}

const start: MapState = { view: null, layers: [] };

export const mapSlice = createSlice({
  name: 'map',
  initialState: start,
  reducers: {
    mapMoved(state, { payload }: PayloadAction<MapView>) {
      state.view = payload;
    },
    layerToggled({ layers }, { payload }: PayloadAction<MapLayer>) {
      const index = layers.indexOf(payload);
      if (index === -1) layers.push(payload);
      else layers.splice(index, 1);
    },
  },
  selectors: {
    selectMapView: (state) => state.view,
    selectMapLayers: (state) => state.layers,
  },
});

export const { mapMoved, layerToggled } = mapSlice.actions;
export const { selectMapView, selectMapLayers } = mapSlice.selectors;
