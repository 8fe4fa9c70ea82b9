import type { FlowCatalog } from '../catalog.ts';
import type { FlowDiagnostic } from '../document/diagnostic.ts';
import type { FlowDocument } from '../document/flowDocument.ts';
import { type JsonNode, keyOf, propertyOf, rangeOf, valueOf } from '../document/jsonTree.ts';
import { stepsOf, textOf } from '../document/stepModel.ts';
import { settingsSchema } from '../envelopeSchema.ts';
import { isUuid } from '../../util/isUuid.ts';
import { compiledSchema } from '../schema/compileSchema.ts';
import { FIELD_CODES, toSchemaDiagnostic } from './schemaDiagnostics.ts';
import { findNamedReference } from '../findNamedReference.ts';
import { isListed, type ReferenceKind } from '../referenceKind.ts';
import { unknownReference } from './unknownReferences.ts';

/** Checks everything in a flow except its entries. */
export function checkSettings(document: FlowDocument, catalog: FlowCatalog): readonly FlowDiagnostic[] {
  const { root, syntax } = document;
  if (!root) return findEmptyFileProblems(document);
  const subject = {
    root,
    whole: { start: root.offset, end: root.offset + 1 },
    name: 'A flow',
    codes: FIELD_CODES,
  };
  if (root.type !== 'object') {
    const message = 'A flow is an object with a name, a trigger and actions.';
    return [...syntax, { code: 'not-a-flow', severity: 'error', ...rangeOf(root), message }];
  }
  const found = compiledSchema(settingsSchema).check(valueOf(root));
  return [
    ...syntax,
    ...found.map(problem => toSchemaDiagnostic(problem, subject)),
    ...findStrayEntries(root),
    ...findUnusedSettings(root),
    ...findRecordingProblems(document, root),
    ...findUnknownReferences(root, catalog),
  ];
}

function findEmptyFileProblems({ syntax, text }: FlowDocument): readonly FlowDiagnostic[] {
  if (text.trim() === '') {
    const message = 'The file is empty. A flow needs a name, a trigger and actions.';
    return [{ code: 'not-a-flow', severity: 'error', start: 0, end: 0, message }];
  }
  if (syntax.some(problem => problem.code === 'syntax')) return syntax;
  const message = 'The file does not contain a flow.';
  return [...syntax, { code: 'not-a-flow', severity: 'error', start: 0, end: 0, message }];
}

/** Reports array items among the entries that are not objects. */
function findStrayEntries(root: JsonNode): FlowDiagnostic[] {
  const list = propertyOf(root, 'actions');
  const stray = list?.type === 'array' ? (list.children ?? []).filter(({ type }) => type !== 'object') : [];
  return stray.map(node => ({
    code: 'wrong-type',
    severity: 'error',
    ...rangeOf(node),
    message: `An entry must be an object, not ${node.type === 'array' ? 'an array' : JSON.stringify(node.value)}.`,
  }));
}

function findUnusedSettings(root: JsonNode): FlowDiagnostic[] {
  const problems: FlowDiagnostic[] = [];
  const value = (name: string): unknown => propertyOf(root, name)?.value;
  const warn = (code: 'nothing-to-notify' | 'unused-setting', name: string, message: string): void => {
    const key = keyOf(root, name);
    if (key) problems.push({ code, severity: 'warning', ...rangeOf(key), message });
  };
  const notifies = ['notifyOnSuccess', 'notifyOnFailure'].filter(name => value(name) === true);
  if (value('notifyWebhookId') == null) {
    for (const name of notifies) {
      warn(
        'nothing-to-notify',
        name,
        `“${name}” has no effect without “notifyWebhookId”: nothing is notified.`,
      );
    }
  } else if (notifies.length === 0) {
    const message =
      '“notifyWebhookId” has no effect while neither “notifyOnSuccess” nor “notifyOnFailure” is true.';
    warn('unused-setting', 'notifyWebhookId', message);
  }
  const cooldown = value('cooldownSeconds');
  if (cooldown === undefined || cooldown === null || cooldown === 0) {
    warn(
      'unused-setting',
      'cooldownScope',
      '“cooldownScope” has no effect without “cooldownSeconds” above 0.',
    );
  }
  if (value('selfHealingEnabled') !== true) {
    const message = '“selfHealingMaxAttempts” has no effect unless “selfHealingEnabled” is true.';
    warn('unused-setting', 'selfHealingMaxAttempts', message);
  }
  return problems;
}

/** Reports a policy of selected steps without such a step, and a selected step without that policy. */
function findRecordingProblems({ entries }: FlowDocument, root: JsonNode): FlowDiagnostic[] {
  const selected = entries
    .flatMap(entry => [...stepsOf(entry)])
    .filter(({ node }) => propertyOf(node, 'recordingEnabled')?.value === true);
  const isSelecting = propertyOf(propertyOf(root, 'recordingPolicy'), 'mode')?.value === 'selected_steps';
  const warn = (node: JsonNode, name: string, message: string): FlowDiagnostic[] => {
    const key = keyOf(node, name);
    return key ? [{ code: 'unused-setting', severity: 'warning', ...rangeOf(key), message }] : [];
  };
  if (!isSelecting) {
    const message =
      '“recordingEnabled” has no effect on a step unless the mode of “recordingPolicy” is “selected_steps”.';
    return selected.flatMap(({ node }) => warn(node, 'recordingEnabled', message));
  }
  if (selected.length > 0) return [];
  const message =
    'Nothing is recorded: no step has “recordingEnabled”. Select a step, or use the mode “flow”.';
  return warn(root, 'recordingPolicy', message);
}

function findUnknownReferences(root: JsonNode, catalog: FlowCatalog): FlowDiagnostic[] {
  const problems: FlowDiagnostic[] = [];
  const check = (kind: ReferenceKind, node: JsonNode | undefined): void => {
    // Other values are reported by the schema check.
    const id = textOf(node);
    if (!node || id === undefined || !isUuid(id) || findNamedReference(kind, id, catalog)) return;
    if (isListed(kind, catalog)) problems.push(unknownReference(kind, node));
  };
  check('trigger', propertyOf(root, 'triggerId'));
  check('webhook', propertyOf(root, 'notifyWebhookId'));
  const first = new Map<unknown, JsonNode>();
  for (const node of propertyOf(root, 'deviceIds')?.children ?? []) {
    check('device', node);
    const earlier = first.get(node.value);
    if (earlier) {
      problems.push({
        code: 'duplicate-device',
        severity: 'warning',
        ...rangeOf(node),
        message: 'This device is listed twice; the flow runs on it once.',
        related: [{ ...rangeOf(earlier), message: 'It is listed here.' }],
      });
    } else first.set(node.value, node);
  }
  return problems;
}
