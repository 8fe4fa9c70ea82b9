import { Command, ContextKey, SECTION } from '../manifest.ts';
import { command, type Lines, type MenuEntry } from './command.ts';
import { lineCommands, listCommand, viewCommand } from './commandKinds.ts';
import { itemEntry, listTitle, viewItem, viewTitle, webviewContext } from './menus.ts';

/** `contextValue` of a device that gestures and pictures can be sent to, and which the service describes. */
const USABLE = /^device\b(?!.*\bbare\b).*\busable\b/;
const LOCATABLE = /^device\b(?!.*\bbare\b)(?=.*\busable\b).*\bgeo\b/;

const forDevices = lineCommands<Lines<'device'>>('devices', viewItem);
const changeDevices = lineCommands<Lines<'device'>>('devices', viewItem, { needsTrust: true });

/** Commands for devices, their gestures and locations. */
export const deviceCommands = {
  [Command.refreshDevices]: viewCommand('Refresh Devices', 'refresh', 'devices', 'navigation@3'),
  [Command.searchDevices]: listCommand('Search Devices…', 'search', 'devices', 'navigation@1'),
  [Command.filterDevices]: listCommand('Filter Devices…', 'filter', 'devices', 'navigation@2'),
  [Command.orderDevices]: listCommand('Sort Devices By…', 'list-ordered', 'devices', '1_list@2'),
  [Command.addDevice]: viewCommand('Add Device by ID…', 'add', 'devices', '1_list@1'),
  [Command.removeAddedDevice]: forDevices('Remove Added Device…', undefined, /\badded\b/, '7_list@1'),
  [Command.openDevicePanel]: forDevices(
    'Open Device Panel',
    'device-mobile',
    /^device\b(?!.*\bbare\b)/,
    'inline@0',
    '0_open@1',
  ),
  [Command.openDeviceGrid]: command<Lines<'device'>>({
    title: 'Open Devices in Grid…',
    icon: 'editor-layout',
    menus: [
      listTitle('devices', 'navigation@0'),
      itemEntry('devices', /^device\b(?!.*\bbare\b)/, '0_open@2', 'listMultiSelection'),
    ],
  }),
  [Command.swipe]: changeDevices('Swipe…', 'arrow-swap', /^device\b.*\busable\b/, 'inline@1', '1_touch@1'),
  [Command.tap]: changeDevices('Tap…', 'target', USABLE, '1_touch@2'),
  [Command.typeText]: changeDevices('Type Text…', 'keyboard', USABLE, '1_touch@3'),
  [Command.pressBack]: changeDevices('Press Back', 'arrow-left', USABLE, '1_touch@4'),
  [Command.pressHome]: changeDevices('Press Home', 'home', USABLE, '1_touch@5'),
  [Command.pressRecents]: changeDevices('Press Recents', 'list-unordered', USABLE, '1_touch@6'),
  [Command.setLocation]: changeDevices(
    'Set Location…',
    'location',
    /^device\b(?=.*\busable\b).*\bgeo\b/,
    'inline@2',
    '2_place@1',
  ),
  [Command.setLocationOnMap]: forDevices('Set Location on Map…', 'globe', LOCATABLE, '2_place@2'),
  [Command.playTrack]: changeDevices('Play Track on Device…', 'run-all', LOCATABLE, '2_place@3'),
  [Command.resetLocation]: changeDevices('Reset Location', 'discard', LOCATABLE, '2_place@4'),
  [Command.takeScreenshot]: forDevices('Take Screenshot', 'device-camera', USABLE, 'inline@3', '3_look@1'),
  [Command.startScreenRecording]: changeDevices('Start Screen Recording', 'record', USABLE, '3_look@2'),
  [Command.stopScreenRecording]: changeDevices('Stop Screen Recording', 'debug-stop', USABLE, '3_look@3'),
  [Command.rebootDevice]: changeDevices('Reboot Device…', 'debug-restart', USABLE, '4_life@1'),
  [Command.stopDevice]: changeDevices(
    'Stop Device…',
    'debug-stop',
    /^device\b(?!.*\bbare\b)(?=.*\busable\b).*\bstop\b/,
    '4_life@2',
  ),
  [Command.resumeDevice]: changeDevices(
    'Resume Device',
    'play',
    /^device\b(?!.*\bbare\b).*\bstopped\b/,
    '4_life@3',
    'inline@1',
  ),
  [Command.moveDeviceView]: command({
    title: 'Move Device View…',
    icon: 'layout-sidebar-right',
    enablement: ContextKey.deviceChosen,
    menus: [viewTitle('device', 'navigation@1')],
  }),
  [Command.insertGestures]: command({
    title: 'Insert Gestures into Flow…',
    enablement: ContextKey.deviceChosen,
    menus: [gestureMenu('1_gestures@1')],
  }),
  [Command.replayGestures]: command({
    title: 'Replay Gestures',
    enablement: ContextKey.deviceChosen,
    needsTrust: true,
    menus: [gestureMenu('1_gestures@2')],
  }),
  [Command.copyGesturesAsCurl]: command({
    title: 'Copy Gestures as curl',
    enablement: ContextKey.deviceChosen,
    menus: [gestureMenu('1_gestures@3')],
  }),
};

function gestureMenu(group: string): MenuEntry {
  return webviewContext(group, `webviewId =~ /^${SECTION}\\.device(Panel)?$/`, 'webviewSection == gestures');
}
