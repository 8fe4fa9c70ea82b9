import type { FlowValidation } from '../../contract/records/flow.ts';
import { plainText } from '../../util/plainText.ts';

/** The most findings of a service that a plan names, and the most characters of each. */
const MAX_NAMED = 3;
const MAX_LENGTH = 300;

/** Returns what a service found in a flow as a sentence for a plan; undefined if it found nothing. */
export function objectionText(validation: FlowValidation | undefined): string | undefined {
  const errors = (validation?.errors ?? []).map(({ message, field }) =>
    plainText(field ? `${field}: ${message}` : message, MAX_LENGTH),
  );
  const warnings = (validation?.warnings ?? []).map(({ message }) => plainText(message, MAX_LENGTH));
  const found = [...errors, ...warnings];
  if (found.length === 0) return undefined;
  const more = found.length - MAX_NAMED;
  const named = found.slice(0, MAX_NAMED).map(text => text.replace(/[.\s]+$/, ''));
  return `The service reports: ${named.join('; ')}${more > 0 ? `; and ${more} more` : ''}.`;
}
