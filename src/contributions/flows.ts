import { Command, ContextKey } from '../manifest.ts';
import { command, file, flows, flow, flowToVerify, flowToActivate } from './command.ts';
import { rowCommands, listCommand, viewCommand } from './commandKinds.ts';
import {
  CONNECTED,
  editorTitle,
  explorer,
  IS_FLOW_FILE,
  runMenu,
  SERVED,
  singleViewItem,
  viewItem,
  viewTitle,
} from './menus.ts';

/** True for files that differ from their flows. */
const IS_DRIFTED = `resourcePath in ${ContextKey.driftedFiles}`;

const forFlow = rowCommands('flows', singleViewItem, flow);
const changeFlows = rowCommands('flows', viewItem, flows, { needsTrust: true });
const changeFlow = rowCommands('flows', singleViewItem, flow, { needsTrust: true });

/** Commands for flows of the service and their files. */
export const flowCommands = {
  [Command.refreshFlows]: viewCommand('Refresh Flows', 'refresh', 'flows', 'navigation@3'),
  [Command.searchFlows]: listCommand('Search Flows…', 'search', 'flows', 'navigation@1'),
  [Command.filterFlows]: listCommand('Filter Flows…', 'filter', 'flows', 'navigation@2'),
  [Command.orderFlows]: listCommand('Sort Flows By…', 'list-ordered', 'flows', '1_list@1'),
  [Command.showAllFlows]: listCommand('Show All Flows', 'clear-all', 'flows', '1_list@2'),
  [Command.createFlow]: command(
    {
      title: 'Create Flow from File…',
      icon: 'new-file',
      palette: false,
      needsTrust: true,
      menus: [
        singleViewItem('flows', /^flowFile$/, 'inline@1', '1_create@1'),
        explorer('7_cloudDevices@1', IS_FLOW_FILE),
      ],
    },
    file,
  ),
  [Command.deployFlows]: command(
    {
      title: 'Create or Update Flows from Files…',
      icon: 'cloud-upload',
      palette: CONNECTED,
      needsTrust: true,
      menus: [
        viewTitle('flows', '3_files@1', CONNECTED),
        viewItem('flows', /^flow\b.*\blinked\b/, '4_file@1'),
        explorer('7_cloudDevices@2', `${IS_FLOW_FILE} || explorerResourceIsFolder && ${CONNECTED}`),
      ],
    },
    flows,
  ),
  [Command.pullFlow]: command(
    {
      title: 'Pull Flow into File…',
      icon: 'cloud-download',
      palette: CONNECTED,
      menus: [singleViewItem('flows', SERVED, '4_file@2'), explorer('7_cloudDevices@3', IS_FLOW_FILE)],
    },
    flow,
  ),
  [Command.linkFlow]: forFlow('Link File to Flow…', 'link', /^flow\b(?!.*\blinked\b)/, '4_file@5'),
  [Command.unlinkFlow]: forFlow(
    'Unlink File from Flow',
    'debug-disconnect',
    /^flow\b.*\blinked\b/,
    '4_file@6',
  ),
  [Command.showDrift]: forFlow(
    'Show Differences from Flow',
    'list-unordered',
    /^flow\b(?!.*\bbare\b).*\blinked\b/,
    '4_file@4',
  ),
  [Command.compareFlow]: command(
    {
      title: 'Compare File with Flow',
      icon: 'diff',
      palette: IS_DRIFTED,
      menus: [
        viewItem('flows', /^flow\b(?!.*\bbare\b).*\bdrifted\b/, 'inline@0'),
        singleViewItem('flows', /^flow\b(?!.*\bbare\b).*\blinked\b/, '4_file@3'),
        explorer('7_cloudDevices@4', IS_DRIFTED),
        editorTitle('navigation@5', IS_DRIFTED),
      ],
    },
    flow,
  ),
  [Command.checkOnService]: command(
    {
      title: 'Check on Service',
      icon: 'checklist',
      palette: false,
      needsTrust: true,
      menus: [explorer('7_cloudDevices@6', `${IS_FLOW_FILE} && ${CONNECTED}`), runMenu(6)],
    },
    file,
  ),
  [Command.verifyFlow]: command(
    {
      title: 'Verify Flow…',
      icon: 'verified',
      palette: CONNECTED,
      needsTrust: true,
      menus: [
        viewItem('flows', /^flow\b(?!.*\bbare\b).*\bunverified\b/, 'inline@0'),
        singleViewItem('flows', SERVED, '1_state@0'),
        explorer('7_cloudDevices@5', IS_FLOW_FILE),
        runMenu(5),
      ],
    },
    flowToVerify,
  ),
  [Command.activateFlow]: command(
    {
      title: 'Activate Flow…',
      icon: 'debug-start',
      palette: CONNECTED,
      needsTrust: true,
      menus: [singleViewItem('flows', /^flow\b.*\b(disabled|known)\b/, 'inline@1', '1_state@1')],
    },
    flowToActivate,
  ),
  [Command.disableFlow]: changeFlows(
    'Disable Flow',
    'debug-pause',
    /^flow\b(?!.*\bbare\b).*\b(enabled|known)\b/,
    '1_state@2',
  ),
  [Command.deleteFlow]: changeFlows('Delete Flow…', 'trash', SERVED, '3_edit@2'),
  [Command.cloneFlow]: changeFlow('Clone Flow…', 'copy', SERVED, '3_edit@1'),
  [Command.unblockFlow]: changeFlows('Unblock Flow', 'unlock', /^flow\b.*\b(blocked|failing)\b/, '1_state@3'),
  [Command.dryRunFlow]: changeFlow('Dry-Run Flow…', 'beaker', SERVED, 'inline@2', '2_run@1'),
  [Command.fireFlow]: changeFlow(
    'Fire Trigger of Flow…',
    'zap',
    /^flow\b(?!.*\bbare\b).*\b(enabled|known)\b/,
    '2_run@2',
  ),
  [Command.showExecutions]: forFlow('Show Executions of Flow', 'history', SERVED, '2_run@3'),
};
