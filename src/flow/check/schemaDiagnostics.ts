import type { DiagnosticCode, FlowDiagnostic, Severity, TextRange } from '../document/diagnostic.ts';
import { type JsonNode, keyOf, nodeAt, rangeOf } from '../document/jsonTree.ts';
import type { SchemaProblem } from '../schema/problem.ts';
import { pathText } from '../pathText.ts';
import { similarTo } from './similar.ts';
import { withoutUndefined } from '../../util/isObject.ts';

/** The diagnostic codes for the kinds of schema problems. */
interface Codes {
  readonly missing: DiagnosticCode;
  readonly unknown: DiagnosticCode;
  readonly type: DiagnosticCode;
  readonly value: DiagnosticCode;
}

/** Codes for problems of fields that the service defines. */
export const FIELD_CODES: Codes = {
  missing: 'missing-field',
  unknown: 'unknown-field',
  type: 'wrong-type',
  value: 'wrong-value',
};

/** Codes for problems of parameters that an action defines. */
export const PARAM_CODES: Codes = {
  missing: 'param-missing',
  unknown: 'param-unknown',
  type: 'param-type',
  value: 'param-value',
};

/** The checked value and the way to report its problems. */
interface Subject {
  /** The checked value in the text, if it is there. */
  readonly root: JsonNode | undefined;
  /** The range for problems of the value as a whole. */
  readonly whole: TextRange;
  /** The name of the whole value in messages. */
  readonly name: string;
  readonly codes: Codes;
  /** A sentence appended to problems of values outside the text. */
  readonly elsewhere?: string;
}

/** Converts a schema problem to a diagnostic at the exact name or value. */
export function toSchemaDiagnostic(problem: SchemaProblem, subject: Subject): FlowDiagnostic {
  const { path, keyword, missing, expected } = problem;
  const { codes } = subject;
  const name = path.length === 0 ? subject.name : `“${pathText(path)}”`;
  const similar = problem.onKey
    ? similarTo(String(path.at(-1)), names(expected))
    : keyword === 'enum'
      ? similarTo(String(nodeAt(subject.root, path)?.value), names(expected))
      : [];
  const meant = similar[0] === undefined ? '' : ` Did you mean ${JSON.stringify(similar[0])}?`;
  const known = path.length === 0 || nodeAt(subject.root, path) !== undefined;
  const elsewhere = known ? '' : (subject.elsewhere ?? '');
  const code = missing === undefined ? codeOf(problem, codes) : codes.missing;
  return {
    code,
    severity: severityOf(code),
    ...placeOf(problem, subject),
    message: `${name} ${problem.message}.${meant}${elsewhere}`,
    data: {
      path,
      keyword,
      ...withoutUndefined({ expected, missing }),
      ...(similar.length > 0 ? { similar } : {}),
    },
  };
}

function codeOf({ keyword, onKey }: SchemaProblem, codes: Codes): DiagnosticCode {
  if (keyword === 'cannotCheck') return 'cannot-check';
  if (onKey) return codes.unknown;
  return keyword === 'type' ? codes.type : codes.value;
}

function severityOf(code: DiagnosticCode): Severity {
  if (code === 'cannot-check') return 'information';
  // The service accepts fields that it does not know.
  return code === 'unknown-field' ? 'warning' : 'error';
}

/**
 * Returns the range of the name if it is wrong or lacks something, else of the value. Falls back to the nearest
 * enclosing part that is in the text.
 */
function placeOf({ path, onKey, missing }: SchemaProblem, { root, whole }: Subject): TextRange {
  for (let length = path.length; length > 0; length--) {
    const part = path.slice(0, length);
    const last = part.at(-1);
    const node = nodeAt(root, part);
    if (!node) continue;
    const key = typeof last === 'string' ? keyOf(nodeAt(root, part.slice(0, -1)), last) : undefined;
    const onName = length < path.length || onKey === true || missing !== undefined;
    if (onName && key) return rangeOf(key);
    return missing === undefined ? rangeOf(node) : { start: node.offset, end: node.offset + 1 };
  }
  return whole;
}

function names(expected: unknown): readonly string[] {
  return Array.isArray(expected) ? expected.filter(value => typeof value === 'string') : [];
}
