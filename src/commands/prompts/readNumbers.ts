/** Parses exactly `count` numbers separated by commas, semicolons or spaces; undefined for any other text. */
export function readNumbers(text: string, count: number): readonly number[] | undefined {
  const parts = text.trim().split(/[\s,;]+/);
  const numbers = parts.map(Number);
  const fits = parts.length === count && parts.every(part => part !== '') && numbers.every(Number.isFinite);
  return fits ? numbers : undefined;
}
