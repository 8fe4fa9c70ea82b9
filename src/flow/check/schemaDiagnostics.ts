import type { DiagnosticCode, FlowDiagnostic, Severity, TextRange } from '../document/diagnostic.ts';
import { type JsonNode, keyOf, nodeAt, rangeOf } from '../document/jsonTree.ts';
import type { SchemaProblem } from '../schema/problem.ts';
import { pathText } from '../pathText.ts';
import { similarTo } from './similar.ts';

/** Codes for the kinds of schema problems, in the envelope and in the parameters. */
interface Codes {
  readonly missing: DiagnosticCode;
  readonly unknown: DiagnosticCode;
  readonly type: DiagnosticCode;
  readonly value: DiagnosticCode;
}

/** Codes of what the service itself asks of a flow. */
export const FIELD_CODES: Codes = {
  missing: 'missing-field',
  unknown: 'unknown-field',
  type: 'wrong-type',
  value: 'wrong-value',
};

/** Codes of what an action asks of its parameters. */
export const PARAM_CODES: Codes = {
  missing: 'param-missing',
  unknown: 'param-unknown',
  type: 'param-type',
  value: 'param-value',
};

/** What a problem is told about. */
interface Subject {
  /** The value that was held against the schema, where the text has it. */
  readonly root: JsonNode | undefined;
  /** Where a problem stands that is about the value as a whole. */
  readonly whole: TextRange;
  /** What the value as a whole is called in a sentence. */
  readonly name: string;
  readonly codes: Codes;
  /** What is added for a value that the text does not have. */
  readonly elsewhere?: string;
}

/** A schema problem as a diagnostic at the exact name or value. */
export function schemaDiagnostic(problem: SchemaProblem, subject: Subject): FlowDiagnostic {
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
      ...(expected === undefined ? {} : { expected }),
      ...(missing === undefined ? {} : { missing }),
      ...(similar.length === 0 ? {} : { similar }),
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
  // The service takes fields that it does not know.
  return code === 'unknown-field' ? 'warning' : 'error';
}

/** The name that is wrong or lacks something, else the value; the nearest one around it that the text has. */
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
  return Array.isArray(expected) ? expected.filter(one => typeof one === 'string') : [];
}
