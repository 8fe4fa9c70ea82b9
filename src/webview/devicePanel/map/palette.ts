/** The colors and the font of a map, from the style sheet. */
export type Palette = Readonly<
  Record<
    'sea' | 'land' | 'border' | 'grid' | 'text' | 'halo' | 'device' | 'picked' | 'track' | 'font',
    string
  >
>;

/** Reads the colors and the font from custom properties such as `--map-sea`. */
export function readPalette(element: Element): Palette {
  const style = getComputedStyle(element);
  const read = (name: string): string => style.getPropertyValue(`--map-${name}`).trim();
  return {
    sea: read('sea'),
    land: read('land'),
    border: read('border'),
    grid: read('grid'),
    text: read('text'),
    halo: read('halo'),
    device: read('device'),
    picked: read('picked'),
    track: read('track'),
    font: read('font'),
  };
}
