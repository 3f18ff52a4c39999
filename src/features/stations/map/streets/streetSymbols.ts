import {
  CenteredTextSymbolizer,
  LineLabelSymbolizer,
  LineSymbolizer,
  PolygonSymbolizer,
} from 'protomaps-leaflet';
import type { LabelRule, PaintRule } from 'protomaps-leaflet';
import type { StreetPaint, StreetText } from '../../../../../contract/rules/map/streetRules.ts';

export function paintSymbol({ colour, width, isRound }: StreetPaint): PaintRule['symbolizer'] {
  if (!width) return new PolygonSymbolizer({ fill: colour });
  const round = isRound ? { lineCap: 'round' as const, lineJoin: 'round' as const } : {};
  return new LineSymbolizer({ color: colour, width, ...round });
}

export function labelSymbol(text: StreetText): LabelRule['symbolizer'] {
  const { colour: fill, halo: stroke, haloWidth: width, repeatDistance, font, labelProps } = text;
  const label = { fill, stroke, width, font, labelProps };
  return repeatDistance === null
    ? new CenteredTextSymbolizer(label)
    : new LineLabelSymbolizer({ ...label, repeatDistance });
}
