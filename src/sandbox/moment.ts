import { Refusal } from './refusal.ts';

/**
 * A date and time of a request, such as `query.since`, as ISO 8601 text in UTC; absent, null and empty mean
 * none. Throws a 400 refusal for anything else.
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
