import type * as z from 'zod';
import type { CatalogAction, FlowCatalog } from '../flow/catalog.ts';
import { checkFlow } from '../flow/check/checkFlow.ts';
import { lineColumns } from '../flow/document/lineColumns.ts';
import { type JsonNode, parseJson, parseValue } from '../flow/document/jsonTree.ts';
import { parseFlow } from '../flow/document/flowDocument.ts';
import { isStepKey } from '../flow/stepKeys.ts';
import { hideFlowText } from '../flow/secrets/hideFlowText.ts';
import { readFileSecrets } from '../flow/secrets/readFileSecrets.ts';
import type { SecretMask } from '../flow/trace/secretMask.ts';
import { isObject } from '../util/isObject.ts';
import { mark, markIfAny, token } from './marked.ts';
import type { FindingOutput, StepLine } from './schemas.ts';

type Fields = Readonly<Record<string, unknown>>;

const MAX_FINDINGS = 50;
const MAX_STEPS = 500;
const SEVERITIES: readonly string[] = ['error', 'warning', 'information', 'hint'];

/** The findings in the text of a flow file; errors come first. */
export interface CheckedText {
  readonly errors: number;
  readonly findings: z.output<typeof FindingOutput>[];
  /** The number of findings that were left out. */
  readonly more: number;
}

/** Checks the text of a flow file. Messages do not show secrets of the file. */
export function checkText(text: string, catalog: FlowCatalog): CheckedText {
  const found = checkFlow(parseFlow(text), catalog);
  const mask = secretsOf(text, catalog);
  const placeAt = lineColumns(text);
  const rank = (severity: string): number => SEVERITIES.indexOf(severity);
  const sorted = found.toSorted((a, b) => rank(a.severity) - rank(b.severity) || a.start - b.start);
  return {
    errors: found.filter(({ severity }) => severity === 'error').length,
    findings: sorted.slice(0, MAX_FINDINGS).map(({ severity, code, start, message }) => ({
      severity,
      code,
      line: placeAt(start)[0] + 1,
      message: mark('file', mask.text(message), 400),
    })),
    more: Math.max(0, found.length - MAX_FINDINGS),
  };
}

/**
 * Returns the steps of a flow file with their paths for edits. Names of the file do not show secrets; those of the actions
 * are words of this product if `hasOwnActions`.
 */
export function stepLines(
  text: string,
  catalog: FlowCatalog,
  hasOwnActions: boolean,
): z.output<typeof StepLine>[] {
  const lines: z.output<typeof StepLine>[] = [];
  const add = (entries: unknown, parent: readonly number[]): void => {
    if (!Array.isArray(entries)) return;
    for (const [index, entry] of entries.entries()) {
      if (lines.length >= MAX_STEPS) return;
      const fields = isObject(entry) ? entry : {};
      const path = [...parent, index];
      const given = textOf(fields['nameOverride']);
      const known = actionOf(fields, catalog)?.name;
      lines.push({
        path,
        key: keyOf(fields),
        actionId: token(textOf(fields['actionId'])),
        name: given === undefined && hasOwnActions ? known : markIfAny('file', given ?? known),
      });
      if (path.length === 1) add(fields['children'], path);
    }
  };
  add(membersOf(withoutSecretsOf(text, catalog))['actions'], []);
  return lines;
}

function keyOf({ key }: Readonly<Record<string, unknown>>): string | undefined {
  return typeof key === 'string' && isStepKey(key) ? key : undefined;
}

/** Returns a mask with the secrets in the text of a flow file and in the actions that it uses. */
export function secretsOf(text: string, catalog: Pick<FlowCatalog, 'action'>): SecretMask {
  return readFileSecrets(text, catalog).mask;
}

/** Returns a function that hides the secrets in the texts of a flow file and of its test file. */
export function testsHider(
  flow: string,
  tests: string,
  catalog: Pick<FlowCatalog, 'action'>,
): (text: string) => string {
  const masks = [secretsOf(tests, catalog), secretsOf(flow, catalog)];
  return text => masks.reduce((shown, mask) => mask.text(shown), text);
}

/** Returns the text of a flow file without its secrets, otherwise unchanged. */
export function withoutSecretsOf(text: string, catalog: Pick<FlowCatalog, 'action'>): string {
  const { mask, shown } = readFileSecrets(text, catalog);
  return mask.text(shown);
}

/**
 * Returns true if edits have made a secret of a file visible, such as by renaming its member. A text that the edits
 * themselves contain is known already.
 */
export function revealsSecret(
  { before, after, edits }: { readonly before: string; readonly after: string; readonly edits: unknown },
  catalog: Pick<FlowCatalog, 'action'>,
): boolean {
  const { secrets, text: shownBefore } = hideFlowText(before, catalog);
  if (secrets.length === 0) return false;
  const shownAfter = countTexts(hideFlowText(after, catalog).text);
  const counted = countTexts(shownBefore);
  const given = countTexts(JSON.stringify(edits));
  return secrets.some(secret => {
    const text = String(secret);
    return !given.has(text) && (shownAfter.get(text) ?? 0) > (counted.get(text) ?? 0);
  });
}

/** Counts the texts and numbers in a JSON text, also the names of members. */
function countTexts(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const add = (value: string): void => void counts.set(value, (counts.get(value) ?? 0) + 1);
  const visit = (node: JsonNode | undefined): void => {
    if (node?.children) node.children.forEach(visit);
    else if (node) add(String(node.value));
  };
  visit(parseJson(text).root);
  return counts;
}

function actionOf(entry: Fields, catalog: Pick<FlowCatalog, 'action'>): CatalogAction | undefined {
  const id = textOf(entry['actionId']) ?? '';
  return catalog.action(id) ?? catalog.action(id.toLowerCase());
}

function membersOf(text: string): Fields {
  const value = parseValue(text);
  return isObject(value) ? value : {};
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
