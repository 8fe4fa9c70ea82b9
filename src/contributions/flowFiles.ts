import type * as vscode from 'vscode';
import { Command, ContextKey, DOCUMENT_SCHEME, FLOW_DEBUGGER, FLOW_EDITOR } from '../manifest.ts';
import {
  command,
  type CommandContribution,
  type CommandOf,
  file,
  fileStep,
  flow,
  type DebugOptions,
  type FileTarget,
  type CommandArguments,
} from './command.ts';
import {
  all,
  CONNECTED,
  editorTitle,
  explorer,
  flowTextMenu,
  IN_FLOW_EDITOR,
  IS_FLOW_FILE,
  runMenu,
  SERVED,
  singleViewItem,
  viewTitle,
  webviewContext,
} from './menus.ts';

/** Context key that the page sets: the flow can be edited. */
const EDITABLE = 'flowEditable';

/** True while the step list of the visual flow editor has focus. */
const IN_STEPS = all(IN_FLOW_EDITOR, ContextKey.flowStepsFocus);

/** True for files of tests. */
const IS_TEST_FILE = 'resourceFilename =~ /\\.flow\\.test\\.json$/';
const IS_FLOW_OR_TEST = 'resourceFilename =~ /\\.flow(\\.test)?\\.json$/';

/** True in both editors of a flow file. */
const IN_FLOW = `(${IN_FLOW_EDITOR}) || (editorTextFocus && ${IS_FLOW_FILE})`;

/** A flow file, and properties of its launch configuration. */
const launch: CommandArguments<
  [file?: FileTarget, options?: DebugOptions],
  { readonly file: vscode.Uri | undefined; readonly options: DebugOptions }
> = {
  read: given => {
    const options = given.at(1);
    // Menus pass an editor group as the second argument.
    return { file: given.file(), options: isLaunch(options) ? options : {} };
  },
};

function isLaunch(options: unknown): options is DebugOptions {
  return typeof options === 'object' && options !== null && !('groupId' in options);
}

/** Files to import; none to ask for them. */
const files: CommandArguments<[files?: readonly vscode.Uri[]], readonly vscode.Uri[]> = {
  read: given => given.files(),
};

/** Commands for flow files and their editors. */
export const flowFileCommands = {
  [Command.newFlow]: command({
    title: 'New Flow…',
    icon: 'add',
    menus: [{ menu: 'file/newFile', group: 'Cloud Devices' }, viewTitle('flows', 'navigation@0')],
  }),
  [Command.importFlow]: command(
    {
      title: 'Import Flow…',
      icon: 'file-symlink-file',
      menus: [viewTitle('flows', '3_files@0.7')],
    },
    files,
  ),
  [Command.exportFlow]: command(
    {
      title: 'Export as Maestro YAML…',
      icon: 'export',
      palette: IS_FLOW_FILE,
      menus: [
        explorer('7_cloudDevices@7', IS_FLOW_FILE),
        singleViewItem('flows', /^flowFile$/, '4_file@7'),
        singleViewItem('flows', SERVED, '4_file@7'),
      ],
    },
    flow,
  ),
  [Command.fillFlow]: command(
    { title: 'Fill from Template…', icon: 'symbol-snippet', palette: IS_FLOW_FILE },
    file,
  ),
  [Command.checkAllFlows]: command({
    title: 'Check All Flow Files',
    icon: 'checklist',
    menus: [viewTitle('flows', '3_files@3')],
  }),
  [Command.showChanges]: command({
    title: 'Show Changes of Meaning',
    icon: 'list-unordered',
    palette: all('isInDiffEditor', IS_FLOW_FILE),
    menus: [editorTitle('navigation@1', 'isInDiffEditor', IS_FLOW_FILE)],
  }),
  [Command.openFlowVisually]: command(
    {
      title: 'Open in Visual Editor',
      icon: 'list-tree',
      palette: all(IS_FLOW_FILE, `activeCustomEditorId != ${FLOW_EDITOR}`),
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
    },
    file,
  ),
  [Command.openFlowAsText]: command(
    {
      title: 'Open as Text',
      icon: 'go-to-file',
      palette: IN_FLOW_EDITOR,
      menus: [editorTitle('navigation@1', IN_FLOW_EDITOR)],
    },
    file,
  ),
  [Command.runFlow]: command(
    {
      title: 'Run Flow',
      icon: 'play',
      palette: IS_FLOW_FILE,
      needsTrust: true,
      menus: [runMenu(1)],
      keybinding: { key: 'ctrl+f5', when: IN_FLOW },
    },
    file,
  ),
  [Command.runTests]: command(
    {
      title: 'Run Tests',
      icon: 'beaker',
      palette: false,
      needsTrust: true,
      menus: [runMenu(4)],
    },
    file,
  ),
  [Command.acceptPictures]: command(
    {
      title: 'Accept Pictures…',
      icon: 'check-all',
      palette: IS_FLOW_OR_TEST,
      needsTrust: true,
      menus: [explorer('7_cloudDevices@8', IS_TEST_FILE)],
    },
    file,
  ),
  [Command.showRuns]: command({ title: 'Show Runs…', icon: 'history', palette: IS_FLOW_FILE }, file),
  [Command.runStep]: trialCommand('Run This Step', '1', {
    icon: 'play',
    needsTrust: true,
    keybinding: { key: 'ctrl+alt+enter', when: IN_FLOW },
  }),
  [Command.runToStep]: trialCommand('Run to Here', '2', {
    icon: 'run-above',
    needsTrust: true,
    keybinding: { key: 'ctrl+f10', when: IN_FLOW },
  }),
  [Command.runFromStep]: trialCommand('Run from Here', '2.5', { needsTrust: true }, [runMenu(2)]),
  [Command.showPhone]: trialCommand('Show Phone', '3', { icon: 'device-mobile', palette: IS_FLOW_FILE }),
  [Command.pickElement]: command(
    {
      title: 'Pick Element on Device',
      icon: 'target',
      palette: false,
      menus: stepMenus('6'),
    },
    fileStep,
  ),
  [Command.checkPicture]: trialCommand('Check Picture…', '7', { icon: 'file-media' }),
  [Command.recordDevice]: command(
    {
      title: 'Record',
      icon: 'record',
      palette: CONNECTED,
      needsTrust: true,
      menus: [viewTitle('flows', '3_files@0.5')],
    },
    file,
  ),
  [Command.stopRecording]: recordingCommand('Stop Recording'),
  [Command.undoRecordedStep]: recordingCommand('Undo Last Recorded Step'),
  [Command.changeSelector]: recordingCommand('Change Selector of Recorded Step…'),
  [Command.useTypedValues]: recordingCommand('Use Typed Values from Payload…'),
  [Command.forgetActionChoices]: command({ title: 'Forget Choices for Recording and Picking' }),
  [Command.stopTrial]: command(
    {
      title: 'Stop Run',
      icon: 'debug-stop',
      palette: IS_FLOW_FILE,
      needsTrust: true,
    },
    file,
  ),
  [Command.chooseTrialPhone]: command({ title: 'Choose Phone for Runs…', palette: IS_FLOW_FILE }, file),
  [Command.editTrialPayload]: command(
    {
      title: 'Edit Sample Values for Runs…',
      palette: IS_FLOW_FILE,
    },
    file,
  ),
  [Command.debugFlow]: command(
    {
      title: 'Debug Flow',
      icon: 'debug-alt',
      palette: IS_FLOW_FILE,
      needsTrust: true,
      menus: [runMenu(3)],
      // In the text editor, F5 is the one of VS Code.
      keybinding: { key: 'f5', when: all(IN_FLOW_EDITOR, '!inDebugMode') },
    },
    launch,
  ),
  [Command.debugToStep]: trialCommand('Debug to Here', '4', {
    icon: 'debug-alt',
    palette: false,
    needsTrust: true,
  }),
  [Command.showInTrace]: trialCommand('Show in Trace', '6', { icon: 'device-camera-video' }),
  [Command.debugFromStep]: trialCommand('Debug from Here', '4.5', { palette: false, needsTrust: true }),
  [Command.toggleBreakpoint]: command(
    {
      title: 'Toggle Breakpoint on Step',
      icon: 'debug-breakpoint',
      palette: false,
      menus: [webviewContext('0_run@5', `webviewId == ${FLOW_EDITOR}`, 'webviewSection == steps')],
      keybinding: { key: 'f9', when: IN_FLOW_EDITOR },
    },
    fileStep,
  ),
  [Command.skipStep]: debugCommand('Skip This Step', 'debug-line-by-line', '45'),
  [Command.runStepAgain]: debugCommand('Run This Step Again', 'debug-rerun', '46'),
  [Command.openDebugTrace]: debugCommand('Open Trace of Debug Run', 'device-camera-video', '47', false),
  [Command.addStep]: stepCommand('Add Step…', '1_add@1', [EDITABLE], key('ctrl+enter'), {
    icon: 'add',
    palette: IN_FLOW_EDITOR,
  }),
  [Command.addStepInside]: stepCommand(
    'Add Step Inside…',
    '1_add@2',
    [EDITABLE, 'flowCanContainSteps'],
    key('ctrl+shift+enter'),
  ),
  [Command.renameStep]: stepCommand('Rename Step', '2_edit@1', [EDITABLE], { key: 'f2' }),
  [Command.duplicateSteps]: stepCommand('Duplicate Steps', '2_edit@2', [EDITABLE], {
    key: 'shift+alt+down',
  }),
  [Command.deleteSteps]: stepCommand('Delete Steps', '2_edit@3', [EDITABLE], {
    key: 'delete',
    mac: 'backspace',
  }),
  [Command.cutSteps]: stepCommand('Cut Steps', '3_clipboard@1', [EDITABLE], key('ctrl+x')),
  [Command.copySteps]: stepCommand('Copy Steps', '3_clipboard@2', [], key('ctrl+c')),
  [Command.pasteSteps]: stepCommand('Paste Steps', '3_clipboard@3', [EDITABLE], key('ctrl+v')),
  [Command.moveStepsUp]: stepCommand('Move Steps Up', '4_move@1', [EDITABLE], { key: 'alt+up' }),
  [Command.moveStepsDown]: stepCommand('Move Steps Down', '4_move@2', [EDITABLE], { key: 'alt+down' }),
  [Command.moveStepsIn]: stepCommand('Move Steps Into Step Above', '4_move@3', [EDITABLE], {
    key: 'alt+right',
  }),
  [Command.moveStepsOut]: stepCommand('Move Steps Out', '4_move@4', [EDITABLE], { key: 'alt+left' }),
};

function trialCommand(
  title: string,
  place: string,
  more: Pick<CommandContribution, 'icon' | 'keybinding' | 'needsTrust' | 'palette'>,
  menus: NonNullable<CommandContribution['menus']> = [],
) {
  return command({ title, palette: false, menus: [...stepMenus(place), ...menus], ...more }, fileStep);
}

/** Returns the menus of a command for a step, in both editors. */
function stepMenus(place: string): NonNullable<CommandContribution['menus']> {
  const group = `0_run@${place}`;
  const inSteps = webviewContext(group, `webviewId == ${FLOW_EDITOR}`, 'webviewSection == steps');
  return [inSteps, flowTextMenu(group)];
}

/** Declares a command for the thread that is selected in the call stack while a flow is debugged. */
function debugCommand(title: string, icon: string, place: string, needsTrust = true): CommandOf<[], void> {
  const isStopped = all('inDebugMode', `debugType == ${FLOW_DEBUGGER}`, 'debugState == stopped');
  return command({
    title,
    icon,
    needsTrust,
    enablement: isStopped,
    menus: [{ menu: 'debug/toolBar', when: `debugType == ${FLOW_DEBUGGER}`, group: `navigation@${place}` }],
  });
}

/** Declares a command for the recording in progress. */
function recordingCommand(title: string): CommandOf<[], void> {
  return command({ title, enablement: ContextKey.recording });
}

/** Keys on macOS and elsewhere. */
type Keys = Pick<NonNullable<CommandContribution['keybinding']>, 'key' | 'mac'>;

/** Returns the keys of a command whose Ctrl is Command on macOS. */
function key(keys: string): Keys {
  return { key: keys, mac: keys.replace('ctrl', 'cmd') };
}

// The page handles these keys itself; menus show them.
function stepCommand(
  title: string,
  group: string,
  clauses: readonly string[],
  keys: Keys,
  more: Pick<CommandContribution, 'icon' | 'palette'> = {},
): CommandOf<[], void> {
  const menus = [webviewContext(group, `webviewId == ${FLOW_EDITOR}`, 'webviewSection == steps', ...clauses)];
  const keybinding = { ...keys, when: IN_STEPS };
  return command({ title, enablement: IN_FLOW_EDITOR, palette: false, menus, keybinding, ...more });
}
