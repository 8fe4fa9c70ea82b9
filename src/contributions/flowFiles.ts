import { Command, ContextKey, DOCUMENT_SCHEME, FLOW_EDITOR } from '../manifest.ts';
import { command, type CommandContribution, type CommandOf, type File } from './command.ts';
import {
  all,
  editorTitle,
  explorer,
  IN_FLOW_EDITOR,
  IS_FLOW_FILE,
  viewTitle,
  webviewContext,
} from './menus.ts';

/** Context key that the page sets: the flow can be edited. */
const EDITABLE = 'flowEditable';

/** True while the step list of the visual flow editor has focus. */
const IN_STEPS = all(IN_FLOW_EDITOR, ContextKey.flowStepsFocus);

/** Commands for flow files and their editors. */
export const flowFileCommands = {
  [Command.newFlow]: command({
    title: 'New Flow…',
    icon: 'add',
    menus: [{ menu: 'file/newFile', group: 'Cloud Devices' }, viewTitle('flows', '3_files@0')],
  }),
  [Command.checkAllFlows]: command({
    title: 'Check All Flow Files',
    icon: 'checklist',
    menus: [viewTitle('flows', '3_files@3')],
  }),
  [Command.openFlowVisually]: command<File>({
    title: 'Open in Visual Editor',
    icon: 'list-tree',
    palette: IS_FLOW_FILE,
    menus: [
      explorer('navigation@20', IS_FLOW_FILE),
      editorTitle(
        'navigation@1',
        IS_FLOW_FILE,
        `resourceScheme != ${DOCUMENT_SCHEME}`,
        'activeEditor == workbench.editors.files.textFileEditor',
        '!isInDiffEditor',
      ),
    ],
  }),
  [Command.openFlowAsText]: command<File>({
    title: 'Open as Text',
    icon: 'go-to-file',
    palette: IN_FLOW_EDITOR,
    menus: [editorTitle('navigation@1', IN_FLOW_EDITOR)],
  }),
  [Command.addStep]: stepCommand('Add Step…', '1_add@1', [EDITABLE], { icon: 'add' }),
  [Command.addStepInside]: stepCommand('Add Step Inside…', '1_add@2', [EDITABLE, 'flowCanHold']),
  [Command.duplicateSteps]: stepCommand('Duplicate Steps', '2_edit@1', [EDITABLE]),
  [Command.copySteps]: stepCommand('Copy Steps', '2_edit@2', []),
  [Command.pasteSteps]: stepCommand('Paste Steps', '2_edit@3', [EDITABLE]),
  [Command.deleteSteps]: stepCommand('Delete Steps', '2_edit@4', [EDITABLE]),
  [Command.moveStepsUp]: stepCommand('Move Steps Up', '3_move@1', [EDITABLE]),
  [Command.moveStepsDown]: stepCommand('Move Steps Down', '3_move@2', [EDITABLE]),
  [Command.moveStepsIn]: stepCommand('Move Steps Into Step Above', '3_move@3', [EDITABLE], {
    keybinding: { key: 'alt+right', when: IN_STEPS },
  }),
  [Command.moveStepsOut]: stepCommand('Move Steps Out', '3_move@4', [EDITABLE], {
    keybinding: { key: 'alt+left', when: IN_STEPS },
  }),
};

function stepCommand(
  title: string,
  group: string,
  clauses: readonly string[],
  more: Pick<CommandContribution, 'icon' | 'keybinding'> = {},
): CommandOf<[]> {
  const menus = [webviewContext(group, `webviewId == ${FLOW_EDITOR}`, 'webviewSection == steps', ...clauses)];
  return command({ title, enablement: IN_FLOW_EDITOR, menus, ...more });
}
