import type { FlowCatalog } from '../catalog.ts';
import { UNKNOWN_SHAPE } from '../data/dataShape.ts';
import { dataScope } from '../data/dataScope.ts';
import { describePath } from '../data/describeExpression.ts';
import { expressionText } from '../data/expressionText.ts';
import type { FlowDiagnostic } from '../document/diagnostic.ts';
import type { FlowDocument } from '../document/flowDocument.ts';
import { isWholeExpression, type PathSegment, templateExpressions } from '../template.ts';
import { fix, type QuickFix } from './quickFix.ts';
import type { FlowLocation } from './flowLocation.ts';

/** The most steps that are offered in place of another one. */
const MAX_STEPS = 5;

/**
 * Offers other values for an expression: a similar name, and the same value of another step. The expression must be
 * written without escape sequences.
 */
export function readAnotherValue(
  document: FlowDocument,
  { start, end, data }: FlowDiagnostic,
  location: FlowLocation,
  catalog: FlowCatalog,
): readonly QuickFix[] {
  const written = document.text.slice(start, end);
  const [expression] = templateExpressions(written);
  if (!expression?.path || !isWholeExpression(written)) return [];
  const others = [...similarNames(data), ...otherSteps(document, expression.path, location, catalog)];
  return others.map(({ title, path }) => {
    const text = JSON.stringify(expressionText(path)).slice(1, -1);
    return fix(title, [{ start, end, text }], false);
  });
}

/** Another value, as its path and the title of its fix. */
interface OtherValue {
  readonly title: string;
  readonly path: readonly PathSegment[];
}

function similarNames({
  path = [],
  missing = '',
  similar = [],
}: FlowDiagnostic['data'] = {}): readonly OtherValue[] {
  const at = path.indexOf(missing);
  return at === -1 ? [] : similar.map(name => ({ title: `Use “${name}”`, path: path.with(at, name) }));
}

/**
 * Returns the steps whose output has the value that is read from another step: those closest before the reading step
 * first.
 */
function otherSteps(
  document: FlowDocument,
  path: readonly PathSegment[],
  { step, entry, isChild }: FlowLocation,
  catalog: FlowCatalog,
): readonly OtherValue[] {
  if (path[0] !== 'steps' || !step) return [];
  const scope = dataScope(document, isChild ? [entry, step.at] : [entry], { catalog });
  const meant = scope.sources.flatMap(({ path: own, step: other }) => {
    if (!other || own[2] !== path[2] || own[1] === path[1]) return [];
    const value = path.with(1, own[1] ?? '');
    const { problem, shape, parts } = describePath(value, scope);
    if (problem || shape === UNKNOWN_SHAPE) return [];
    return [{ title: `Read it from step “${parts[0] ?? ''}”`, path: value }];
  });
  return meant.toReversed().slice(0, MAX_STEPS);
}
