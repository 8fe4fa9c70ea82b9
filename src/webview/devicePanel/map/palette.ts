/** The colors and the font of a map, from the style sheet. */
export interface Palette {
  readonly sea: string;
  readonly land: string;
  readonly border: string;
  readonly grid: string;
  readonly text: string;
  readonly halo: string;
  readonly device: string;
  readonly picked: string;
  readonly track: string;
  readonly font: string;
}

const NAMES = ['sea', 'land', 'border', 'grid', 'text', 'halo', 'device', 'picked', 'track', 'font'] as const;

/** Reads the colors and the font from custom properties such as `--map-sea`. */
export function readPalette(element: Element): Palette {
  const style = getComputedStyle(element);
  const entries = NAMES.map(name => [name, style.getPropertyValue(`--map-${name}`).trim()] as const);
  return Object.fromEntries(entries) as Record<(typeof NAMES)[number], string>;
}
