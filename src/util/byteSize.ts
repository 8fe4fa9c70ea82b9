const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const;

/** Returns a size in bytes as text in decimal units, such as “1.4 GB”. */
export function byteSize(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < UNITS.length - 1) {
    value /= 1000;
    unit++;
  }
  const rounded = unit === 0 || value >= 100 ? Math.round(value) : Math.round(value * 10) / 10;
  return `${rounded} ${UNITS[unit] ?? ''}`;
}
