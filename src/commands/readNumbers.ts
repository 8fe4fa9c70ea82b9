/** Exactly `count` numbers that stand between commas or spaces, or undefined. */
export function readNumbers(text: string, count: number): readonly number[] | undefined {
  const parts = text.trim().split(/[\s,;]+/);
  const numbers = parts.map(Number);
  const fits = parts.length === count && parts.every(part => part !== '') && numbers.every(Number.isFinite);
  return fits ? numbers : undefined;
}
