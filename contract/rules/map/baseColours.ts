/** Colours of the base map. The colours are muted in both themes, so that the pins stand out. */
export interface BaseColours {
  land: string;
  water: string;
  park: string;
  building: string;
  road: string;
  roadEdge: string;
  rail: string;
  label: string;
  labelHalo: string;
  waterLabel: string;
}

export const baseColours: Record<'light' | 'black', BaseColours> = {
  light: {
    land: '#ebe7df',
    water: '#c5dcee',
    park: '#d5e4c8',
    building: '#e0dace',
    road: '#ffffff',
    roadEdge: '#ddd6c9',
    rail: '#cfc8ba',
    label: '#4e535e',
    labelHalo: '#ffffff',
    waterLabel: '#3f6f96',
  },
  black: {
    land: '#0f1114',
    water: '#0d2136',
    park: '#10231a',
    building: '#181b20',
    road: '#262b33',
    roadEdge: '#0f1114',
    rail: '#2e323a',
    label: '#a9adb8',
    labelHalo: '#0f1114',
    waterLabel: '#6f9cc4',
  },
};
