import * as z from 'zod';
import type { FlowCatalog } from '../../flow/catalog.ts';
import { parseFlow } from '../../flow/document/flowDocument.ts';
import { applyInOrder } from '../../flow/edit/applyEdit.ts';
import { giveReadKeys } from '../../flow/edit/readKeys.ts';
import { applyEdits } from '../../flow/document/textEdits.ts';
import { flowEdit } from '../../protocol/flowEdit.ts';
import { BUDGETS } from '../../util/budgets.ts';
import { HIDDEN } from '../../util/hidden.ts';
import { checkText, revealsSecret, secretsOf, stepLines } from '../flowText.ts';
import { mark } from '../marked.ts';
import { connectionInput, FindingOutput, FlowPath, StepLine } from '../schemas.ts';
import { defineTool, ToolError } from '../tool.ts';

const { characters: MAX_LENGTH, parts: MAX } = BUDGETS.edits;
const MAX_WORK = MAX['characters of all intermediate files'];
/** The members of each kind of edit. */
const MEMBERS = {
  set: '{location, value}',
  remove: '{location}',
  insertItem: '{location, index, value}',
  moveItem: '{location, from, to}',
  renameKey: '{location, name}',
  renameStep: '{step, name}',
  addStep: '{to, step: {actionId, overrides: {params}}}',
  duplicateSteps: '{steps}',
  deleteSteps: '{steps}',
  moveSteps: '{steps, to}',
  shiftSteps: '{steps, direction: up|down|in|out}',
  pasteSteps: '{to, text}',
  wrapSteps: '{steps, step: {actionId, overrides: {params}}}',
} as const;
const KINDS = Object.keys(MEMBERS) as readonly (keyof typeof MEMBERS)[];

const PLACES =
  'location is {in: "settings", path} for fields of the flow, or {in: "params"|"overrides"|"step", step, path}; a step path is [index] or [index, child], from 0; to is {index, parent?}, with the index of the containing step as parent.';

const DESCRIPTION = `Change a flow file by the edits of the visual editor, all or none; a missing file is created. A flow needs the settings name and triggerId, and deviceIds (a list) if its steps use a device; IDs come from find_actions and list_records. Edits by kind:
${Object.entries(MEMBERS)
  .map(([kind, members]) => `${kind} ${members}`)
  .join('; ')}.
${PLACES} Positions are set for you. Later edits see the result of earlier ones.
Parameters can be expressions: {{event.payload.NAME}}, and {{steps.KEY.body.FIELD}} of an earlier step with that key. Passcode: mailbox.waitForPasscode with key passcode, then device.typeText with {{steps.passcode.body.code}}. Loop: flow.repeat with times or items; its children (to.parent) run in each round and read {{item}} and {{index}}. Condition: flow.branch; its children run only if it holds. In the sandbox, an element is {by: "text", text}, {by: "description", description}, or {by: "resourceId", resourceId}. Keep passwords and passcodes out of the file.`;

/** Changes a flow file. */
export const editFlow = defineTool({
  name: 'edit_flow',
  title: 'Edit Flow',
  description: DESCRIPTION,
  input: z.strictObject({
    ...connectionInput,
    path: FlowPath,
    edits: z
      .array(z.looseObject({ kind: z.enum(KINDS) }))
      .min(1)
      .max(MAX.edits),
  }),
  output: z.object({
    path: z.string(),
    created: z.boolean(),
    steps: z.array(StepLine),
    errors: z.int(),
    findings: z.array(FindingOutput),
    more: z.int(),
  }),
  effects: ['edit'],
  runsOn: 'connection',
  example: {
    path: 'flows/look.flow.json',
    edits: [
      { kind: 'set', location: { in: 'settings', path: ['name'] }, value: 'Look at the start screen' },
      { kind: 'deleteSteps', steps: [[1]] },
    ],
  },
  run: async ({ path, edits }, { connection, files, signal }) => {
    const catalog = await connection.catalog(signal);
    let text = '';
    let created = false;
    const change = (before: string | undefined): string => {
      text = before ?? '';
      created = before === undefined;
      let work = 0;
      for (const [index, edit] of edits.entries()) {
        text = editOnce(text, edit, index + 1, catalog);
        // Each edit reads the whole file, and can double it.
        work += text.length;
        if (text.length > MAX_LENGTH)
          throw new ToolError(
            `With edit ${index + 1}, the flow would become too large, and nothing was changed. Split it into several.`,
          );
        if (work > MAX_WORK && index + 1 < edits.length)
          throw new ToolError(
            'These are too many edits of a large file, and nothing was changed. Make fewer at once.',
          );
        signal.throwIfAborted();
      }
      if (revealsSecret({ before: before ?? '', after: text, edits }, catalog))
        throw new ToolError(
          'These edits would show a hidden value, and nothing was changed. Leave the value where it is, or ask the user to do it.',
        );
      return text;
    };
    await files.change(path, change, signal);
    const steps = stepLines(text, catalog, connection.sandboxClient !== undefined);
    return { output: { path, created, steps, ...checkText(text, catalog) } };
  },
});

function editOnce(
  text: string,
  edit: { readonly kind: keyof typeof MEMBERS },
  number: number,
  catalog: FlowCatalog,
): string {
  if (!flowEdit(edit))
    throw new ToolError(
      `Edit ${number} does not have the members of its kind, or one of a wrong type. Nothing was changed. The members of ${edit.kind} are ${MEMBERS[edit.kind]}; ${PLACES}`,
    );
  if (JSON.stringify(edit).includes(HIDDEN))
    throw new ToolError(
      `Edit ${number} contains ${HIDDEN}, which stands for a hidden value, and nothing was changed. Leave hidden values out of edits, so that the file keeps them: set the members beside them one by one.`,
    );
  const outcome = applyInOrder(text, [...giveReadKeys(parseFlow(text), [edit], catalog), edit]);
  if (outcome.kind === 'edits') return applyEdits(text, outcome.edits);
  throw new ToolError(
    `Edit ${number} (${edit.kind}) is not possible, and nothing was changed. The text says why.`,
    mark('file', secretsOf(text, catalog).text(outcome.sentence), 300),
  );
}
