import type { PathSegment } from '../template.ts';

/** The severity of a diagnostic. With an error, the service refuses the flow, or its runs fail. */
export type Severity = 'error' | 'warning' | 'information' | 'hint';

/** The title of each diagnostic code; the meaning of a code never changes. */
export const DIAGNOSTIC_TITLES = {
  syntax: 'The file is not JSON',
  comment: 'JSON has no comments',
  'trailing-comma': 'A comma stands before a closing bracket',
  'duplicate-key': 'A name is given twice in one object',
  'number-lost': 'A number cannot be read without changing it',
  'number-rounded': 'A fraction has more digits than are kept',
  'not-a-flow': 'The file does not contain a flow',
  'missing-field': 'A field that the service needs is missing',
  'unknown-field': 'The service knows no such field',
  'wrong-type': 'A field holds a value of another type',
  'wrong-value': 'A field holds a value that is not allowed',
  'param-missing': 'A parameter that the action needs is missing',
  'param-unknown': 'The action knows no such parameter',
  'param-type': 'A parameter holds a value of another type',
  'param-value': 'A parameter holds a value that is not allowed',
  'cannot-check': 'The parameters of an action cannot be checked',
  'unknown-action': 'The catalog has no such action',
  'duplicate-position': 'Two steps have the same position',
  'unordered-position': 'Steps run in another order than they are written in',
  'mixed-positions': 'Positions are texts and numbers',
  'nested-children': 'A child has children',
  'same-step-key': 'Two steps have the same key',
  'unknown-device': 'The device is not known',
  'duplicate-device': 'A device is listed twice',
  'unknown-trigger': 'The trigger is not known',
  'unknown-webhook': 'The webhook endpoint is not known',
  'unknown-mailbox': 'The mailbox is not known',
  'unknown-app': 'The app is not known',
  'missing-app': 'An app is not installed on the devices of the flow',
  'unsupported-step': 'A device of the flow does not support a step',
  'nothing-to-notify': 'Notifications are switched on but go nowhere',
  'unused-setting': 'A setting has no effect',
  'template-syntax': 'A template expression cannot be read',
  'template-unknown': 'A template expression names something unknown',
  'template-order': 'A template expression names a step that has not run yet',
  'template-name': 'A template expression names a value that its source does not have',
  'template-key': 'A template expression reads a step that has no key',
  'template-scope': 'A template expression has no value at its place',
  service: 'The service reports a problem',
} as const;
export type DiagnosticCode = keyof typeof DIAGNOSTIC_TITLES;

/** A range of a text; `end` is exclusive. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** A related range of a diagnostic, with a message. */
interface RelatedRange extends TextRange {
  readonly message: string;
}

/** The reason that an expression has no value where it stands. */
export type ExpressionReason =
  | { readonly kind: 'syntax' | 'outsideRound' }
  | { readonly kind: 'missingStep'; readonly key: string }
  | { readonly kind: 'laterStep'; readonly step: { readonly number: string } };

/** Data of a diagnostic for its quick fixes and for forms. */
interface DiagnosticData {
  /** The path to the value from the step, its parameters, or the flow. */
  readonly path?: readonly PathSegment[];
  readonly keyword?: string;
  readonly expected?: unknown;
  readonly missing?: string;
  /** Suggested values, the nearest first. */
  readonly similar?: readonly string[];
  readonly reason?: ExpressionReason;
}

export interface FlowDiagnostic extends TextRange {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  /** A sentence with the expected and the actual value. */
  readonly message: string;
  readonly related?: readonly RelatedRange[];
  readonly data?: DiagnosticData;
}
