import { Command, ContextKey } from '../manifest.ts';
import { type ActivateTarget, command, type File, type FlowTargets, type VerifyTarget } from './command.ts';
import {
  CONNECTED,
  editorTitle,
  explorer,
  IS_FLOW_FILE,
  listTitle,
  singleViewItem,
  viewItem,
  viewTitle,
} from './menus.ts';

/** `contextValue` of a flow that the service describes. */
const SERVED = /^flow\b(?!.*\bbare\b)/;

/** True for files that differ from their flows. */
const IS_DRIFTED = `resourcePath in ${ContextKey.driftedFiles}`;

/** Commands for flows of the service and their files. */
export const flowCommands = {
  [Command.refreshFlows]: command({
    title: 'Refresh Flows',
    icon: 'refresh',
    menus: [viewTitle('flows', 'navigation@3', CONNECTED)],
  }),
  [Command.searchFlows]: command({
    title: 'Search Flows…',
    icon: 'search',
    menus: [listTitle('flows', 'navigation@1')],
  }),
  [Command.filterFlows]: command({
    title: 'Filter Flows…',
    icon: 'filter',
    menus: [listTitle('flows', 'navigation@2')],
  }),
  [Command.orderFlows]: command({
    title: 'Sort Flows By…',
    icon: 'list-ordered',
    menus: [listTitle('flows', '1_list@1')],
  }),
  [Command.showAllFlows]: command({
    title: 'Show All Flows',
    icon: 'clear-all',
    menus: [listTitle('flows', '1_list@2')],
  }),
  [Command.createFlow]: command<File>({
    title: 'Create Flow from File…',
    icon: 'new-file',
    needsTrust: true,
    menus: [
      viewTitle('flows', 'navigation@0', CONNECTED),
      singleViewItem('flows', /^flowFile$/, 'inline@1', '1_create@1'),
      explorer('7_cloudDevices@1', IS_FLOW_FILE),
    ],
  }),
  [Command.deployFlows]: command<FlowTargets>({
    title: 'Create or Update Flows from Files…',
    icon: 'cloud-upload',
    needsTrust: true,
    menus: [
      viewTitle('flows', '3_files@1', CONNECTED),
      viewItem('flows', /^flow\b.*\blinked\b/, '4_file@1'),
      explorer('7_cloudDevices@2', `${IS_FLOW_FILE} || explorerResourceIsFolder && ${CONNECTED}`),
    ],
  }),
  [Command.pullFlow]: command<FlowTargets>({
    title: 'Pull Flow into File…',
    icon: 'cloud-download',
    menus: [singleViewItem('flows', SERVED, '4_file@2'), explorer('7_cloudDevices@3', IS_FLOW_FILE)],
  }),
  [Command.linkFlow]: command<FlowTargets>({
    title: 'Link File to Flow…',
    icon: 'link',
    menus: [singleViewItem('flows', /^flow\b(?!.*\blinked\b)/, '4_file@5')],
  }),
  [Command.unlinkFlow]: command<FlowTargets>({
    title: 'Unlink File from Flow',
    icon: 'debug-disconnect',
    menus: [singleViewItem('flows', /^flow\b.*\blinked\b/, '4_file@6')],
  }),
  [Command.showDrift]: command<FlowTargets>({
    title: 'Show Differences from Flow',
    icon: 'list-unordered',
    menus: [singleViewItem('flows', /^flow\b(?!.*\bbare\b).*\blinked\b/, '4_file@4')],
  }),
  [Command.compareFlow]: command<FlowTargets>({
    title: 'Compare File with Flow',
    icon: 'diff',
    menus: [
      viewItem('flows', /^flow\b(?!.*\bbare\b).*\bdrifted\b/, 'inline@0'),
      singleViewItem('flows', /^flow\b(?!.*\bbare\b).*\blinked\b/, '4_file@3'),
      explorer('7_cloudDevices@4', IS_DRIFTED),
      editorTitle('navigation@5', IS_DRIFTED),
    ],
  }),
  [Command.verifyFlow]: command<VerifyTarget>({
    title: 'Verify Flow…',
    icon: 'verified',
    needsTrust: true,
    menus: [
      viewItem('flows', /^flow\b(?!.*\bbare\b).*\bunverified\b/, 'inline@0'),
      singleViewItem('flows', SERVED, '1_state@0'),
      explorer('7_cloudDevices@5', IS_FLOW_FILE),
    ],
  }),
  [Command.activateFlow]: command<ActivateTarget>({
    title: 'Activate Flow…',
    icon: 'debug-start',
    needsTrust: true,
    menus: [singleViewItem('flows', /^flow\b.*\b(disabled|known)\b/, 'inline@1', '1_state@1')],
  }),
  [Command.disableFlow]: command<FlowTargets>({
    title: 'Disable Flow',
    icon: 'debug-pause',
    needsTrust: true,
    menus: [viewItem('flows', /^flow\b(?!.*\bbare\b).*\b(enabled|known)\b/, '1_state@2')],
  }),
  [Command.deleteFlow]: command<FlowTargets>({
    title: 'Delete Flow…',
    icon: 'trash',
    needsTrust: true,
    menus: [viewItem('flows', SERVED, '3_edit@2')],
  }),
  [Command.cloneFlow]: command<FlowTargets>({
    title: 'Clone Flow…',
    icon: 'copy',
    needsTrust: true,
    menus: [singleViewItem('flows', SERVED, '3_edit@1')],
  }),
  [Command.unblockFlow]: command<FlowTargets>({
    title: 'Unblock Flow',
    icon: 'unlock',
    needsTrust: true,
    menus: [viewItem('flows', /^flow\b.*\b(blocked|failing)\b/, '1_state@3')],
  }),
  [Command.dryRunFlow]: command<FlowTargets>({
    title: 'Dry-Run Flow…',
    icon: 'beaker',
    needsTrust: true,
    menus: [singleViewItem('flows', SERVED, 'inline@2', '2_run@1')],
  }),
  [Command.fireFlow]: command<FlowTargets>({
    title: 'Fire Trigger of Flow…',
    icon: 'zap',
    needsTrust: true,
    menus: [singleViewItem('flows', /^flow\b(?!.*\bbare\b).*\b(enabled|known)\b/, '2_run@2')],
  }),
  [Command.showExecutions]: command<FlowTargets>({
    title: 'Show Executions of Flow',
    icon: 'history',
    menus: [singleViewItem('flows', SERVED, '2_run@3')],
  }),
};
