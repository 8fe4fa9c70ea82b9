import { Refusal } from './refusal.ts';

/**
 * Parses a date and time in a request, such as `query.since`, to ISO 8601 in UTC; absent, null and empty yield
 * undefined. Throws a 400 Refusal for anything else.
 */
export function moment(place: string, text: string | null | undefined): string | undefined {
  if (!text) return undefined;
  const time = Date.parse(text);
  if (Number.isNaN(time)) {
    const problem = { location: place, message: 'not a date and time', value: text };
    throw new Refusal(400, 'invalid_request', `${place}: not a date and time.`, { problems: [problem] });
  }
  return new Date(time).toISOString();
}
