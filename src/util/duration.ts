const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1000],
  ['ms', 1],
] as const;

/** Formats a duration in milliseconds (0 or more) with its two largest units, such as “2 h 5 min” or “1.5 s”. */
export function durationText(milliseconds: number): string {
  if (milliseconds >= 1000 && milliseconds < 60_000) return `${Math.floor(milliseconds / 100) / 10} s`;
  const first = UNITS.findIndex(([, size]) => milliseconds >= size);
  if (first < 0) return '0 s';
  let left = milliseconds;
  const parts = UNITS.slice(first, first + 2).flatMap(([unit, size]) => {
    const count = Math.floor(left / size);
    left -= count * size;
    return count === 0 ? [] : [`${count} ${unit}`];
  });
  return parts.join(' ');
}

/** Parses a duration such as “90 min”, “1.5 h” or “2 h 30 min” to milliseconds; undefined for any other text. */
export function readDuration(text: string): number | undefined {
  const words = text.trim().toLowerCase();
  if (!/^(\d+(\.\d+)?\s*(d|h|min|s|ms)\s*)+$/.test(words)) return undefined;
  const parts = [...words.matchAll(/([\d.]+)\s*([a-z]+)/g)].map(([, count, name]) => {
    const size = UNITS.find(([unit]) => unit === name)?.[1] ?? 0;
    return Number(count) * size;
  });
  return Math.round(parts.reduce((sum, part) => sum + part, 0));
}
