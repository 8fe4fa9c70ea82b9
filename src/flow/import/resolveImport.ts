import { actionParams, type CatalogAction, type FlowCatalog } from '../catalog.ts';
import { createFlowFile } from '../deploy/pulledFile.ts';
import { triggerByHand } from '../new/offered.ts';
import { compiledSchema } from '../schema/compileSchema.ts';
import { Limits } from '../../contract/limits.ts';
import { type JsonObject, withoutUndefined } from '../../util/isObject.ts';
import { plainText } from '../../util/plainText.ts';
import { leftStep } from './commandLog.ts';
import {
  type DraftStep,
  IMPORT_ACTIONS,
  type ImportedCommand,
  type ImportedFlow,
  ImportError,
  type ImportMethod,
  sourcesOf,
} from './imported.ts';

/** A new flow file, and what became of each command. */
export interface ImportResult {
  readonly name: string;
  readonly text: string;
  readonly stepCount: number;
  readonly commands: readonly ImportedCommand[];
  readonly notes: readonly string[];
  /** The names of the variables that it reads and that nothing sets. */
  readonly unset: readonly string[];
}

/**
 * Converts an imported flow to a flow file with the actions of a catalog and with settings. A step that no action can do
 * is left. Throws ImportError for a flow without steps.
 */
export function resolveImport(
  imported: ImportedFlow,
  catalog: FlowCatalog,
  settings: JsonObject = {},
): ImportResult {
  const { commands, steps } = new StepResolution(imported, catalog).resolve();
  if (steps.length === 0) throw new ImportError('The file has no commands that become steps.');
  const name = plainText(imported.name, Limits.flowName).trim() || 'Flow';
  const text = createFlowFile({
    name,
    triggerId: triggerByHand(catalog.triggers)?.id ?? '',
    ...settings,
    actions: steps,
  });
  const { notes, unset = [] } = imported;
  return { name, text, stepCount: countSteps(steps), commands, notes, unset };
}

interface ResolvedEntry extends JsonObject {
  readonly children?: readonly ResolvedEntry[];
}

function countSteps(entries: readonly ResolvedEntry[]): number {
  return entries.reduce((sum, { children = [] }) => sum + 1 + countSteps(children), 0);
}

class StepResolution {
  readonly #imported: ImportedFlow;
  readonly #actions: readonly CatalogAction[];
  readonly #found = new Map<ImportMethod, CatalogAction | undefined>();
  readonly #left = new Map<number, string>();

  constructor(imported: ImportedFlow, catalog: FlowCatalog) {
    this.#imported = imported;
    this.#actions = catalog.searchActions('', Infinity);
  }

  resolve(): { readonly commands: readonly ImportedCommand[]; readonly steps: readonly ResolvedEntry[] } {
    const steps = this.#entries(this.#imported.steps);
    const commands = this.#imported.commands.map((command, number): ImportedCommand => {
      const reason = this.#left.get(number);
      if (reason === undefined) return command;
      const before = command.outcome === 'left' ? command.notes : [];
      return { ...command, outcome: 'left', notes: [...before, reason] };
    });
    return { commands, steps };
  }

  #entries(steps: readonly DraftStep[]): readonly ResolvedEntry[] {
    return steps.map((step, index) => {
      const { actionId, ...rest } = this.#entry(step);
      return { actionId, position: index + 1, ...rest };
    });
  }

  #entry(step: DraftStep): ResolvedEntry {
    const { children = [] } = step;
    const inner = children.length === 0 ? {} : { children: this.#entries(children) };
    const action = this.#actionFor(step.method);
    if (!action) return this.#standIn(step, `The catalog has no action like “${step.method}”.`);
    const all = { ...actionParams(action), ...step.params };
    const { fits, check, unusable } = compiledSchema(action.paramsSchema);
    if (unusable === undefined && !fits(all, { templates: true })) {
      const [problem] = check(all, { templates: true });
      const where = problem?.path.join('.') ?? '';
      const why = problem ? ` (${where === '' ? '' : `${where} `}${plainText(problem.message, 120)})` : '';
      return this.#standIn(step, `Its values do not fit the parameters of “${action.name}”${why}.`);
    }
    return { ...entryOf(action, step), ...inner };
  }

  /** Returns the entry that stands for a step that no action can do. Its children are in the original text. */
  #standIn(step: DraftStep, reason: string): ResolvedEntry {
    const { source = -1 } = step;
    for (const number of sourcesOf(step)) this.#left.set(number, reason);
    const log = this.#actionFor('webhooks.log');
    const stand = leftStep(source, this.#imported.commands[source]);
    if (log && step.method !== 'webhooks.log') return entryOf(log, stand);
    const wait = this.#actionFor('flow.wait');
    if (!wait)
      throw new ImportError(
        'The catalog has no action that writes to the log or waits, which could stand for what is not translated.',
      );
    const name = plainText(`${stand.name ?? ''} ${String(stand.params['message'])}`, Limits.flowName);
    return entryOf(wait, { method: 'flow.wait', params: { seconds: 0 }, name });
  }

  #actionFor(method: ImportMethod): CatalogAction | undefined {
    if (!this.#found.has(method)) this.#found.set(method, findAction(method, this.#actions));
    return this.#found.get(method);
  }
}

/** Returns the action that does what a method does; undefined if there is none. */
export function findAction(
  method: ImportMethod,
  actions: readonly CatalogAction[],
): CatalogAction | undefined {
  const exact = actions.find(action => action.method === method);
  if (exact) return exact;
  const words = IMPORT_ACTIONS[method];
  const named = actions.filter(({ name }) => words.some(word => name.toLowerCase() === word));
  return named.length === 1 ? named[0] : undefined;
}

function entryOf(
  action: CatalogAction,
  { key, name, continueOnError, params }: DraftStep,
): Readonly<Record<string, unknown>> {
  return {
    actionId: action.id,
    ...withoutUndefined({ key, nameOverride: name }),
    ...(continueOnError === true ? { continueOnError } : {}),
    ...(Object.keys(params).length > 0 ? { overrides: { params } } : {}),
  };
}
