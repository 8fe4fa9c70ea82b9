import { invalidRequest } from './refusal.ts';

/**
 * Parses a date and time in a request, such as `query.since`, to ISO 8601 in UTC; absent, null and empty yield
 * undefined. Throws a 400 Refusal for anything else.
 */
export function parseMoment(location: string, text: string | null | undefined): string | undefined {
  if (!text) return undefined;
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw invalidRequest([{ location, message: 'not a date and time', value: text }]);
  return new Date(time).toISOString();
}
