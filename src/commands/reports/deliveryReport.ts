import type { DeliveryAttempt, DeliveryDetail } from '../../contract/records/delivery.ts';
import { secondsText } from '../../flow/run/outcomeText.ts';
import { escapeLine, markdownDocument } from '../../util/markdownDocument.ts';
import { codeCell, factsTable, momentCell } from './markdownTable.ts';
import { headersSection, otherFields, valueSection } from './reportBlocks.ts';

const OUTCOMES = new Map([
  ['pending', 'Not delivered yet'],
  ['success', 'Delivered'],
  ['skipped', 'Skipped'],
  ['dead', 'Not delivered'],
]);

/**
 * Formats a delivery as Markdown: its outcome, then each attempt with request, response and signature check. Secrets
 * and passcodes must be masked before.
 */
export function deliveryReport(delivery: DeliveryDetail, verdicts: readonly string[]): string {
  const { eventType, status, attempts, lastStatusCode, lastError, durationMs } = delivery;
  const outcome = OUTCOMES.get(status ?? '') ?? status ?? 'Unknown';
  return markdownDocument([
    `# ${escapeLine(eventType ?? 'Delivery')}`,
    [`**${escapeLine(outcome)}.**`, answerText(lastStatusCode, durationMs)].join(' ').trim(),
    ...(lastError ? [escapeLine(lastError)] : []),
    ...(attempts ?? []).flatMap((attempt, at) => attemptBlocks(attempt, at, verdicts[at])),
    ...(attempts?.length ? [] : ['No attempt has been made.']),
    '## Details',
    factsTable([
      ['Endpoint', codeCell(delivery.endpointLabel ?? delivery.endpointUrl ?? attempts?.[0]?.requestUrl)],
      ['Occurred', momentCell(delivery.occurredAt)],
      ['Completed', momentCell(delivery.completedAt)],
      ['Test', delivery.isTest],
      ['Source', delivery.source],
      ['Event ID', codeCell(delivery.eventId)],
      ['Delivery ID', codeCell(delivery.id)],
      ['Endpoint ID', codeCell(delivery.endpointId)],
    ]),
    ...otherFields(delivery, DELIVERY_FIELDS),
  ]);
}

/** Formats a test event as Markdown if its delivery cannot be read. */
export function testReport(test: {
  readonly success: boolean;
  readonly statusCode?: number | null | undefined;
  readonly error?: string | null | undefined;
}): string {
  const { success, statusCode, error } = test;
  return markdownDocument([
    '# webhook.test',
    `**${success ? 'Delivered' : 'Not delivered'}.** ${answerText(statusCode)}`.trim(),
    ...(error ? [escapeLine(error)] : []),
    'The service does not list this delivery.',
    ...otherFields(test, ['success', 'statusCode', 'error']),
  ]);
}

const DELIVERY_FIELDS = [
  'id',
  'endpointId',
  'endpointUrl',
  'endpointKind',
  'endpointLabel',
  'eventId',
  'eventType',
  'source',
  'occurredAt',
  'createdAt',
  'status',
  'isTest',
  'completedAt',
  'lastError',
  'createdBy',
  'lastStatusCode',
  'durationMs',
  'attempts',
];

function attemptBlocks(attempt: DeliveryAttempt, at: number, verdict: string | undefined): string[] {
  const { requestMethod, requestUrl, responseStatus, durationMs } = attempt;
  const request = [requestMethod, requestUrl].filter(Boolean).join(' ');
  return [
    `## Attempt ${attempt.attemptNo ?? at + 1}`,
    factsTable([
      ['Sent', momentCell(attempt.sentAt)],
      ['Answer', `${responseStatus ?? 'none'}${afterText(durationMs)}`],
      ['Error', attempt.error],
      ['Signed', attempt.signed],
      ['Signature', verdict],
    ]),
    ...headersSection('### Request', attempt.requestHeaders, request === '' ? [] : [request]),
    ...valueSection('### Request body', attempt.requestBody),
    ...headersSection('### Response headers', attempt.responseHeaders),
    ...valueSection('### Response body', attempt.responseSnippet),
    ...otherFields(attempt, ATTEMPT_FIELDS, '### Other fields'),
  ];
}

const ATTEMPT_FIELDS = [
  'attemptNo',
  'sentAt',
  'signed',
  'requestUrl',
  'requestMethod',
  'requestHeaders',
  'requestBody',
  'responseStatus',
  'responseHeaders',
  'responseSnippet',
  'durationMs',
  'error',
];

function answerText(status: number | null | undefined, ms?: number | null): string {
  return status == null ? '' : `Answered ${status}${afterText(ms)}.`;
}

function afterText(ms: number | null | undefined): string {
  return ms == null ? '' : ` after ${secondsText(ms)}`;
}
