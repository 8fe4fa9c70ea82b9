/** Returns a text, number, or boolean as text; an empty text for any other value. */
export function plainScalar(value: unknown): string {
  const isScalar = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return isScalar ? String(value) : '';
}
