import { HIDDEN } from '../../util/hidden.ts';
import { isObject, type JsonObject, memberOf, without } from '../../util/isObject.ts';
import { plainText } from '../../util/plainText.ts';
import type { CatalogAction, FlowCatalog } from '../catalog.ts';
import { meaningOfBody, shownParams, type StepMeaning } from '../compare/flowMeaning.ts';
import { type JsonNode, parseJson, propertyOf, valueOf } from '../document/jsonTree.ts';
import { lineColumns } from '../document/lineColumns.ts';
import { inRunOrder } from '../document/runOrder.ts';
import { NO_FLOW } from '../deploy/flowSource.ts';
import { IMPORT_ACTIONS, type ImportMethod } from '../import/imported.ts';
import { findAction } from '../import/resolveImport.ts';
import { readFileSecrets } from '../secrets/readFileSecrets.ts';

/** Thrown for a flow that cannot be exported; the message says why. */
export class ExportError extends Error {}

/** A step of a flow that is exported, without secrets. */
export interface ExportedStep {
  readonly action: CatalogAction | undefined;
  /** Undefined for an action that no command of Maestro stands for. */
  readonly method: ImportMethod | undefined;
  readonly name: string;
  readonly label: string | undefined;
  readonly key: string | undefined;
  readonly isOptional: boolean;
  /** The parameters with those of the action, secrets hidden. */
  readonly params: JsonObject;
  readonly children: readonly ExportedStep[];
  /** The names of members that are not exported. */
  readonly others: readonly string[];
  /** The entry of the file. */
  readonly json: string;
  /** Counted from 1. */
  readonly line: number;
}

/** A flow that is exported. */
export interface ExportedFlow {
  readonly name: string | undefined;
  /** The names of the settings that have a value and are not exported, without those that every flow has. */
  readonly settings: readonly string[];
  readonly steps: readonly ExportedStep[];
}

const METHODS = Object.keys(IMPORT_ACTIONS) as readonly ImportMethod[];
/** The settings that every flow has, and those that are exported. */
const EXPECTED = ['$schema', 'name', 'description', 'triggerId', 'deviceIds', 'actions'];
const MEMBERS = ['actionId', 'position', 'key', 'nameOverride', 'continueOnError', 'overrides', 'children'];

/** Reads the steps of a flow file in the order in which they run, without secrets. Throws ExportError. */
export function readExportedFlow(path: string, text: string, catalog: FlowCatalog): ExportedFlow {
  const { root, problems } = parseJson(text);
  const error = problems.find(({ severity }) => severity === 'error');
  const name = plainText(path, 200);
  if (error) throw new ExportError(`The file ${name} is no JSON: ${error.message.replace(/\.$/, '')}.`);
  if (root?.type !== 'object') throw new ExportError(`The file ${name} ${NO_FLOW}`);
  const { mask, shown } = readFileSecrets(text, catalog);
  const actions = catalog.searchActions('', Infinity);
  const methods = new Map<string, ImportMethod>();
  for (const method of METHODS) {
    const action = findAction(method, actions);
    if (action) methods.set(action.id, method);
  }
  const lineAt = lineColumns(shown);
  const stepOf = (node: JsonNode): ExportedStep => {
    const entry = mask.textsIn(valueOf(node));
    const own = isObject(entry) ? entry : {};
    const [meaning] = meaningOfBody({ actions: [without(own, ['children'])] }, catalog).steps as [
      StepMeaning,
    ];
    const { actionId, key, nameOverride, continueOnError } = meaning;
    const [line] = lineAt(node.offset);
    return {
      action: catalog.action(actionId),
      method: methods.get(actionId),
      name: meaning.name,
      label: nameOverride,
      key,
      isOptional: continueOnError,
      params: mask.textsIn(shownParams(meaning)),
      children: stepsOf(propertyOf(node, 'children')),
      others: [
        ...Object.keys(without(own, MEMBERS)),
        ...Object.keys(isObject(own['overrides']) ? without(own['overrides'], ['params']) : {}),
      ],
      json: JSON.stringify(entry),
      line: line + 1,
    };
  };
  const stepsOf = (list: JsonNode | undefined): readonly ExportedStep[] =>
    inRunOrder(list?.type === 'array' ? (list.children ?? []) : [], node =>
      memberOf(valueOf(node), 'position'),
    ).map(stepOf);
  const shownRoot = parseJson(shown).root;
  const flow = shownRoot && valueOf(shownRoot);
  const flowName = memberOf(flow, 'name');
  return {
    name: typeof flowName === 'string' && flowName.trim() !== '' ? flowName : undefined,
    settings: Object.entries(isObject(flow) ? flow : {}).flatMap(([setting, value]) =>
      EXPECTED.includes(setting) || value === null ? [] : [setting],
    ),
    steps: stepsOf(propertyOf(shownRoot, 'actions')),
  };
}

/** True if a part of a value is hidden. */
export function isHiddenIn(value: unknown): boolean {
  return JSON.stringify(value).includes(HIDDEN);
}

/** Returns a step and those inside it. */
export function withInner(step: ExportedStep): readonly ExportedStep[] {
  return [step, ...step.children.flatMap(withInner)];
}
