import type { PathSegment } from '../template.ts';

/** How much a diagnostic matters: errors are refused by the service or fail the run. */
export type Severity = 'error' | 'warning' | 'information' | 'hint';

/** What a diagnostic can be about; codes never change their meaning. */
export const DIAGNOSTIC_CODES = [
  'syntax',
  'comment',
  'trailing-comma',
  'duplicate-key',
  'not-a-flow',
  'missing-field',
  'unknown-field',
  'wrong-type',
  'wrong-value',
  'param-missing',
  'param-unknown',
  'param-type',
  'param-value',
  'cannot-check',
  'unknown-action',
  'duplicate-position',
  'unordered-position',
  'mixed-positions',
  'nested-children',
  'unknown-device',
  'duplicate-device',
  'unknown-trigger',
  'unknown-webhook',
  'nothing-to-notify',
  'unused-setting',
  'template-syntax',
  'template-unknown',
  'template-order',
  'template-scope',
] as const;
/** What a diagnostic is about. */
export type DiagnosticCode = (typeof DIAGNOSTIC_CODES)[number];

/** A part of a text, from its first character to behind its last one. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** Another place that belongs to a diagnostic. */
export interface RelatedPlace extends TextRange {
  readonly message: string;
}

/** What a quick fix needs to know of a diagnostic. */
export interface DiagnosticData {
  /** Path from the entry or the envelope to the value. */
  readonly path?: readonly PathSegment[];
  readonly keyword?: string;
  readonly expected?: unknown;
  readonly missing?: string;
  /** Values that may have been meant, the nearest first. */
  readonly similar?: readonly string[];
}

/** A finding in a flow file. */
export interface FlowDiagnostic extends TextRange {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  /** A sentence that says what is expected and what was found. */
  readonly message: string;
  readonly related?: readonly RelatedPlace[];
  readonly data?: DiagnosticData;
}
