import type * as z from 'zod';
import type { CatalogAction, FlowCatalog } from '../flow/catalog.ts';
import { lineColumns } from '../flow/document/lineColumns.ts';
import { parseValue } from '../flow/document/jsonTree.ts';
import { parseFlow } from '../flow/document/flowDocument.ts';
import { mayMarkSecrets, secretValues } from '../flow/form/secrets.ts';
import { readerOf } from '../flow/schema/schemaReader.ts';
import { namedSecrets, SecretMask } from '../flow/trace/secretMask.ts';
import { CatalogChecker } from '../stores/catalogChecker.ts';
import { isObject } from '../util/isObject.ts';
import { mark, markIfAny, token } from './marked.ts';
import type { Finding, StepLine } from './schemas.ts';

type Fields = Readonly<Record<string, unknown>>;

const MOST_FINDINGS = 50;
const MOST_STEPS = 500;
const SEVERITIES: readonly string[] = ['error', 'warning', 'information', 'hint'];

/** The findings in the text of a flow file; errors come first. */
export interface CheckedText {
  readonly errors: number;
  readonly findings: z.output<typeof Finding>[];
  /** The number of findings that were left out. */
  readonly more: number;
}

/** Checks the text of a flow file. Messages do not show secrets of the file. */
export function checkText(text: string, catalog: FlowCatalog): CheckedText {
  const found = new CatalogChecker({ catalog }).check(parseFlow(text));
  const mask = secretsOf(text, catalog);
  const placeAt = lineColumns(text);
  const rank = (severity: string): number => SEVERITIES.indexOf(severity);
  const sorted = found.toSorted((a, b) => rank(a.severity) - rank(b.severity) || a.start - b.start);
  return {
    errors: found.filter(({ severity }) => severity === 'error').length,
    findings: sorted.slice(0, MOST_FINDINGS).map(({ severity, code, start, message }) => ({
      severity,
      code,
      line: placeAt(start)[0] + 1,
      message: mark('file', mask.text(message), 400),
    })),
    more: Math.max(0, found.length - MOST_FINDINGS),
  };
}

/** Returns the steps of a flow file with their paths for edits. */
export function stepLines(text: string, catalog: FlowCatalog): z.output<typeof StepLine>[] {
  const lines: z.output<typeof StepLine>[] = [];
  const add = (entries: unknown, parent: readonly number[]): void => {
    if (!Array.isArray(entries)) return;
    for (const [index, entry] of entries.entries()) {
      if (lines.length >= MOST_STEPS) return;
      const fields = isObject(entry) ? entry : {};
      const path = [...parent, index];
      const name = textOf(fields['nameOverride']) ?? actionOf(fields, catalog)?.name;
      lines.push({
        path,
        actionId: token(textOf(fields['actionId'])),
        name: markIfAny('file', name),
      });
      if (path.length === 1) add(fields['children'], path);
    }
  };
  add(membersOf(text)['actions'], []);
  return lines;
}

/** Returns a mask with the secret parameters in the text of a flow file and of the actions that it uses. */
export function secretsOf(text: string, catalog: Pick<FlowCatalog, 'action'>): SecretMask {
  const mask = new SecretMask();
  const learn = (entries: unknown): void => {
    if (!Array.isArray(entries)) return;
    for (const entry of entries.filter(isObject)) {
      const action = actionOf(entry, catalog);
      const overrides = isObject(entry['overrides']) ? entry['overrides'] : {};
      for (const params of [overrides['params'], action?.params].filter(isObject)) {
        for (const secret of secretsIn(params, action)) mask.learn(secret);
      }
      learn(entry['children']);
    }
  };
  learn(membersOf(text)['actions']);
  return mask;
}

function secretsIn(params: Fields, action: CatalogAction | undefined): readonly (string | number)[] {
  const named = namedSecrets(params);
  const schema = action?.paramsSchema;
  const form = mayMarkSecrets(schema) ? readerOf(schema) : undefined;
  const marked = form
    ? Object.entries(params).flatMap(([name, value]) => secretValues(form, name, value))
    : [];
  // An expression names the source of a secret, not the secret.
  return [...named, ...marked].filter(value => !String(value).startsWith('{{'));
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
