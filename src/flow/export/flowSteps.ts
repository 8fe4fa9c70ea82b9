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
import { plainScalar } from '../import/plainScalar.ts';
import { findAction } from '../import/resolveImport.ts';
import { readFileSecrets } from '../secrets/readFileSecrets.ts';
import { findTypedSecrets, type TypingStep } from './findTypedSecrets.ts';

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
  /** The number of the secret that it types, the same one for the same text; undefined if it types none. */
  readonly typedSecret: number | undefined;
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

/** A step as it is in the file. */
interface FileStep extends TypingStep {
  readonly node: JsonNode;
  readonly children: readonly FileStep[];
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
  const meaningOf = (entry: unknown): StepMeaning => {
    const own = isObject(entry) ? without(entry, ['children']) : {};
    const [meaning] = meaningOfBody({ actions: [own] }, catalog).steps as [StepMeaning];
    return meaning;
  };
  const readSteps = (list: JsonNode | undefined): readonly FileStep[] =>
    inRunOrder(list?.type === 'array' ? (list.children ?? []) : [], node =>
      memberOf(valueOf(node), 'position'),
    ).map(node => {
      const { actionId, key, continueOnError, params } = meaningOf(valueOf(node));
      const children = readSteps(propertyOf(node, 'children'));
      return { node, method: methods.get(actionId), key, isOptional: continueOnError, params, children };
    });
  const shownRoot = parseJson(shown).root;
  const fileSteps = readSteps(propertyOf(shownRoot, 'actions'));
  const typed = [...findTypedSecrets(fileSteps)];
  for (const secret of typed) mask.learn(secret);
  const stepOf = ({ node, method, params: { text: typedText }, children }: FileStep): ExportedStep => {
    const entry = mask.textsIn(valueOf(node));
    const own = isObject(entry) ? entry : {};
    const meaning = meaningOf(entry);
    const { actionId, key, nameOverride, continueOnError } = meaning;
    const [line] = lineAt(node.offset);
    const secret = method === 'device.typeText' ? typed.indexOf(plainScalar(typedText)) : -1;
    return {
      action: catalog.action(actionId),
      method,
      name: meaning.name,
      label: nameOverride,
      key,
      isOptional: continueOnError,
      params: mask.textsIn(shownParams(meaning)),
      typedSecret: secret === -1 ? undefined : secret,
      children: children.map(stepOf),
      others: [
        ...Object.keys(without(own, MEMBERS)),
        ...Object.keys(isObject(own['overrides']) ? without(own['overrides'], ['params']) : {}),
      ],
      // A passcode can be a number.
      json: JSON.stringify(mask.hideIn(entry)),
      line: line + 1,
    };
  };
  const flow = shownRoot && valueOf(shownRoot);
  const flowName = memberOf(flow, 'name');
  return {
    name: typeof flowName === 'string' && flowName.trim() !== '' ? mask.text(flowName) : undefined,
    settings: Object.entries(isObject(flow) ? flow : {}).flatMap(([setting, value]) =>
      EXPECTED.includes(setting) || value === null ? [] : [setting],
    ),
    steps: fileSteps.map(stepOf),
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
