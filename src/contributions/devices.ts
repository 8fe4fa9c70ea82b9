import { Command, ContextKey, SECTION } from '../manifest.ts';
import { command, type Lines, type MenuEntry } from './command.ts';
import { CONNECTED, itemEntry, listTitle, viewItem, viewTitle, webviewContext } from './menus.ts';

/** `contextValue` of a device that gestures and pictures can be sent to, and which the service describes. */
const USABLE = /^device\b(?!.*\bbare\b).*\busable\b/;
const LOCATABLE = /^device\b(?!.*\bbare\b)(?=.*\busable\b).*\bgeo\b/;

/** Commands for devices, their gestures and locations. */
export const deviceCommands = {
  [Command.refreshDevices]: command({
    title: 'Refresh Devices',
    icon: 'refresh',
    menus: [viewTitle('devices', 'navigation@3', CONNECTED)],
  }),
  [Command.searchDevices]: command({
    title: 'Search Devices…',
    icon: 'search',
    menus: [listTitle('devices', 'navigation@1')],
  }),
  [Command.filterDevices]: command({
    title: 'Filter Devices…',
    icon: 'filter',
    menus: [listTitle('devices', 'navigation@2')],
  }),
  [Command.orderDevices]: command({
    title: 'Sort Devices By…',
    icon: 'list-ordered',
    menus: [listTitle('devices', '1_list@2')],
  }),
  [Command.addDevice]: command({
    title: 'Add Device by ID…',
    icon: 'add',
    menus: [viewTitle('devices', '1_list@1', CONNECTED)],
  }),
  [Command.removeAddedDevice]: command<Lines<'device'>>({
    title: 'Remove Added Device…',
    menus: [viewItem('devices', /\badded\b/, '7_list@1')],
  }),
  [Command.openDevicePanel]: command<Lines<'device'>>({
    title: 'Open Device Panel',
    icon: 'device-mobile',
    menus: [viewItem('devices', /^device\b(?!.*\bbare\b)/, 'inline@0', '0_open@1')],
  }),
  [Command.openDeviceGrid]: command<Lines<'device'>>({
    title: 'Open Devices in Grid…',
    icon: 'editor-layout',
    menus: [
      listTitle('devices', 'navigation@0'),
      itemEntry('devices', /^device\b(?!.*\bbare\b)/, '0_open@2', 'listMultiSelection'),
    ],
  }),
  [Command.swipe]: command<Lines<'device'>>({
    title: 'Swipe…',
    icon: 'arrow-swap',
    needsTrust: true,
    menus: [viewItem('devices', /^device\b.*\busable\b/, 'inline@1', '1_touch@1')],
  }),
  [Command.tap]: command<Lines<'device'>>({
    title: 'Tap…',
    icon: 'target',
    needsTrust: true,
    menus: [viewItem('devices', USABLE, '1_touch@2')],
  }),
  [Command.typeText]: command<Lines<'device'>>({
    title: 'Type Text…',
    icon: 'keyboard',
    needsTrust: true,
    menus: [viewItem('devices', USABLE, '1_touch@3')],
  }),
  [Command.pressBack]: command<Lines<'device'>>({
    title: 'Press Back',
    icon: 'arrow-left',
    needsTrust: true,
    menus: [viewItem('devices', USABLE, '1_touch@4')],
  }),
  [Command.pressHome]: command<Lines<'device'>>({
    title: 'Press Home',
    icon: 'home',
    needsTrust: true,
    menus: [viewItem('devices', USABLE, '1_touch@5')],
  }),
  [Command.pressRecents]: command<Lines<'device'>>({
    title: 'Press Recents',
    icon: 'list-unordered',
    needsTrust: true,
    menus: [viewItem('devices', USABLE, '1_touch@6')],
  }),
  [Command.setLocation]: command<Lines<'device'>>({
    title: 'Set Location…',
    icon: 'location',
    needsTrust: true,
    menus: [viewItem('devices', /^device\b(?=.*\busable\b).*\bgeo\b/, 'inline@2', '2_place@1')],
  }),
  [Command.setLocationOnMap]: command<Lines<'device'>>({
    title: 'Set Location on Map…',
    icon: 'globe',
    menus: [viewItem('devices', LOCATABLE, '2_place@2')],
  }),
  [Command.playTrack]: command<Lines<'device'>>({
    title: 'Play Track on Device…',
    icon: 'run-all',
    needsTrust: true,
    menus: [viewItem('devices', LOCATABLE, '2_place@3')],
  }),
  [Command.resetLocation]: command<Lines<'device'>>({
    title: 'Reset Location',
    icon: 'discard',
    needsTrust: true,
    menus: [viewItem('devices', LOCATABLE, '2_place@4')],
  }),
  [Command.takeScreenshot]: command<Lines<'device'>>({
    title: 'Take Screenshot',
    icon: 'device-camera',
    menus: [viewItem('devices', USABLE, 'inline@3', '3_look@1')],
  }),
  [Command.startScreenRecording]: command<Lines<'device'>>({
    title: 'Start Screen Recording',
    icon: 'record',
    needsTrust: true,
    menus: [viewItem('devices', USABLE, '3_look@2')],
  }),
  [Command.stopScreenRecording]: command<Lines<'device'>>({
    title: 'Stop Screen Recording',
    icon: 'debug-stop',
    needsTrust: true,
    menus: [viewItem('devices', USABLE, '3_look@3')],
  }),
  [Command.rebootDevice]: command<Lines<'device'>>({
    title: 'Reboot Device…',
    icon: 'debug-restart',
    needsTrust: true,
    menus: [viewItem('devices', USABLE, '4_life@1')],
  }),
  [Command.stopDevice]: command<Lines<'device'>>({
    title: 'Stop Device…',
    icon: 'debug-stop',
    needsTrust: true,
    menus: [viewItem('devices', /^device\b(?!.*\bbare\b)(?=.*\busable\b).*\bstop\b/, '4_life@2')],
  }),
  [Command.resumeDevice]: command<Lines<'device'>>({
    title: 'Resume Device',
    icon: 'play',
    needsTrust: true,
    menus: [viewItem('devices', /^device\b(?!.*\bbare\b).*\bstopped\b/, '4_life@3', 'inline@1')],
  }),
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
