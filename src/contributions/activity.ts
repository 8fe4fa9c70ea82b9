import { Command, ContextKey } from '../manifest.ts';
import { command, rows, row, file, run } from './command.ts';
import { listCommand, viewCommand } from './commandKinds.ts';
import {
  CONNECTED,
  editorTitle,
  explorer,
  IN_FLOW_EDITOR,
  reportTitle,
  singleViewItem,
  viewItem,
  viewTitle,
} from './menus.ts';

/** True for files that show the steps of an execution. */
const SHOWS_RUN = `resourcePath in ${ContextKey.filesWithRun}`;

/** True for trace files. */
const IS_TRACE = 'resourceExtname == .flow-trace';

/** Commands for executions, tasks, events and requests. */
export const activityCommands = {
  [Command.sendEvent]: command({
    title: 'Send Event…',
    icon: 'broadcast',
    palette: CONNECTED,
    needsTrust: true,
    menus: [
      viewTitle('flows', '1_list@4', CONNECTED),
      viewTitle('sandbox', '3_events@1', ContextKey.onSandbox),
    ],
  }),
  [Command.fireTrigger]: command({
    title: 'Fire Trigger…',
    icon: 'zap',
    palette: CONNECTED,
    needsTrust: true,
    menus: [
      viewTitle('flows', '1_list@3', CONNECTED),
      viewTitle('sandbox', 'navigation@2', ContextKey.onSandbox),
    ],
  }),
  [Command.refreshActivity]: viewCommand('Refresh Activity', 'refresh', 'activity', 'navigation@3'),
  [Command.searchActivity]: listCommand('Search Activity…', 'search', 'activity', 'navigation@1'),
  [Command.filterActivity]: listCommand('Filter Activity…', 'filter', 'activity', 'navigation@2'),
  [Command.orderActivity]: listCommand('Sort Activity By…', 'list-ordered', 'activity', '1_list@1'),
  [Command.showAllActivity]: listCommand('Show All Activity', 'clear-all', 'activity', '1_list@2'),
  [Command.clearRequests]: command({
    title: 'Clear Requests',
    icon: 'clear-all',
    palette: false,
    menus: [viewTitle('activity', '1_list@3'), viewItem('activity', /^group requests/, 'inline@1')],
  }),
  [Command.startTask]: command(
    {
      title: 'Start Task…',
      icon: 'play',
      palette: CONNECTED,
      needsTrust: true,
      menus: [
        viewTitle('activity', 'navigation@0', CONNECTED),
        singleViewItem('devices', /^device\b(?=.*\busable\b).*\bagent\b/, '3_look@2'),
      ],
    },
    row('device'),
  ),
  [Command.followTask]: command(
    {
      title: 'Follow Task…',
      icon: 'eye',
      palette: false,
      menus: [
        viewItem('activity', /^task\b.*\blive\b/, 'inline@1'),
        singleViewItem('activity', /^task\b/, '1_run@1'),
      ],
    },
    row('task'),
  ),
  [Command.cancelTask]: command(
    {
      title: 'Cancel Task…',
      icon: 'debug-stop',
      palette: false,
      needsTrust: true,
      menus: [viewItem('activity', /^task\b.*\blive\b/, 'inline@2', '1_run@2')],
    },
    rows('task'),
  ),
  [Command.writeTaskFlow]: command(
    {
      title: 'Save Task as Flow…',
      icon: 'save-as',
      palette: CONNECTED,
      menus: [
        singleViewItem('activity', /^task\b(?!.*\blive\b)/, '1_run@3'),
        reportTitle('task', 'navigation@1', 'finished'),
      ],
    },
    row('task'),
  ),
  [Command.abortExecution]: command(
    {
      title: 'Abort Execution…',
      icon: 'debug-stop',
      palette: false,
      needsTrust: true,
      menus: [viewItem('activity', /^execution\b.*\blive\b/, 'inline@2', '1_run@2')],
    },
    rows('execution'),
  ),
  [Command.showRun]: command(
    {
      title: 'Show Steps in Flow File',
      icon: 'go-to-file',
      palette: false,
      menus: [
        singleViewItem('activity', /^execution\b/, 'inline@1', '1_run@1'),
        reportTitle('execution', 'navigation@1'),
      ],
    },
    row('execution'),
  ),
  [Command.hideRun]: command(
    {
      title: 'Hide Steps of Execution',
      icon: 'eye-closed',
      palette: SHOWS_RUN,
      menus: [editorTitle('navigation@6', SHOWS_RUN, `!(${IN_FLOW_EDITOR})`)],
    },
    file,
  ),
  [Command.runAgain]: command(
    {
      title: 'Run Again',
      icon: 'debug-rerun',
      palette: false,
      needsTrust: true,
      menus: [
        singleViewItem('activity', /^execution\b.*\bfinished\b/, 'inline@2', '1_run@2'),
        reportTitle('execution', 'navigation@3', 'finished'),
      ],
    },
    row('execution'),
  ),
  [Command.showExecution]: command(
    {
      title: 'Show Execution',
      icon: 'json',
      palette: false,
      menus: [singleViewItem('activity', /^execution\b/, 'inline@1', '1_run@1')],
    },
    row('execution'),
  ),
  [Command.openTrace]: command(
    {
      title: 'Open Trace',
      icon: 'device-camera-video',
      palette: CONNECTED,
      menus: [
        singleViewItem('activity', /^execution\b/, 'inline@3', '2_trace@0'),
        editorTitle('1_run@0', SHOWS_RUN),
        reportTitle('execution', 'navigation@2'),
      ],
    },
    run,
  ),
  [Command.exportTrace]: command(
    {
      title: 'Save Trace…',
      icon: 'save',
      palette: SHOWS_RUN,
      menus: [singleViewItem('activity', /^execution\b/, '2_trace@1'), editorTitle('1_run@1', SHOWS_RUN)],
    },
    run,
  ),
  [Command.compareExecutions]: command(
    {
      title: 'Compare with Another Run…',
      icon: 'diff',
      palette: `${CONNECTED} || ${IS_TRACE}`,
      menus: [
        singleViewItem('activity', /^execution\b.*\bfinished\b/, '2_trace@2'),
        explorer('3_compare@9', IS_TRACE),
        editorTitle('2_trace@1', IS_TRACE),
      ],
    },
    run,
  ),
  [Command.stopAgents]: command({
    title: 'Stop Agents',
    icon: 'debug-stop',
    ignoresRow: true,
    menus: [viewItem('activity', /^group agents(?!.*\bstopped\b)/, 'inline@1')],
  }),
  [Command.allowAgents]: command({
    title: 'Allow Agents Again',
    icon: 'debug-continue',
    palette: false,
    ignoresRow: true,
    menus: [viewItem('activity', /^group agents.*\bstopped\b/, 'inline@1')],
  }),
  [Command.writeAgentsFile]: command({ title: 'Write AGENTS.md for Flows', icon: 'robot' }),
  [Command.copyAsCurl]: command(
    {
      title: 'Copy Request as curl',
      icon: 'terminal',
      palette: false,
      menus: [viewItem('activity', /^request\b/, 'inline@1', '1_copy@1')],
    },
    rows('request'),
  ),
  [Command.copyTrace]: command(
    {
      title: 'Copy Trace ID',
      icon: 'copy',
      palette: false,
      menus: [singleViewItem('activity', /^request\b.*\btraced\b/, '1_copy@2')],
    },
    row('request'),
  ),
};
