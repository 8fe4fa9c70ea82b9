import { Command, ContextKey, DEVICE_PANEL } from '../manifest.ts';
import { command, devicesToOpen, type MenuEntry, phones, rows } from './command.ts';
import { rowCommands, listCommand, viewCommand } from './commandKinds.ts';
import { CONNECTED, itemEntry, listTitle, viewItem, viewTitle, webviewContext } from './menus.ts';

/** `contextValue` of a device that gestures and pictures can be sent to, and which the service describes. */
const USABLE = /^device\b(?!.*\bbare\b).*\busable\b/;
const LOCATABLE = /^device\b(?!.*\bbare\b)(?=.*\busable\b).*\bgeo\b/;

/** True while a device panel is the active editor. */
const PANEL_IN_FRONT = `activeWebviewPanelId == ${DEVICE_PANEL}`;

/**
 * The keys of a device panel in front, which the tooltips of its buttons name. They are not taken while a field of VS
 * Code has the focus; the page keeps those in its own fields.
 */
const panelKey = (letter: string) => ({
  keybinding: { key: `shift+alt+${letter}`, when: `${PANEL_IN_FRONT} && !inputFocus` },
});

// From the palette, they act on the device of the panel in front.
const forDevices = rowCommands('devices', viewItem, rows('device'), { palette: PANEL_IN_FRONT });
const changeDevices = rowCommands('devices', viewItem, rows('device'), {
  palette: PANEL_IN_FRONT,
  needsTrust: true,
});

/** Commands for devices, their gestures and locations. */
export const deviceCommands = {
  [Command.refreshDevices]: viewCommand('Refresh Devices', 'refresh', 'devices', 'navigation@3'),
  [Command.searchDevices]: listCommand('Search Devices…', 'search', 'devices', 'navigation@1'),
  [Command.filterDevices]: listCommand('Filter Devices…', 'filter', 'devices', 'navigation@2'),
  [Command.orderDevices]: listCommand('Sort Devices By…', 'list-ordered', 'devices', '1_list@2'),
  [Command.addDevice]: viewCommand('Add Device by ID…', 'add', 'devices', '1_list@1'),
  [Command.addPhone]: command({
    title: 'Add Phone…',
    icon: 'add',
    enablement: ContextKey.sandboxRunning,
    needsTrust: true,
    menus: [viewTitle('devices', '1_list@0', ContextKey.onSandbox)],
  }),
  [Command.removeAddedDevice]: command(
    { title: 'Remove Added Device…', palette: false, menus: [viewItem('devices', /\badded\b/, '7_list@1')] },
    rows('device'),
  ),
  [Command.openDevicePanel]: command(
    {
      title: 'Open Device Panel',
      icon: 'device-mobile',
      palette: CONNECTED,
      menus: [viewItem('devices', /^device\b(?!.*\bbare\b)/, 'inline@0', '0_open@1')],
    },
    devicesToOpen,
  ),
  [Command.openDeviceGrid]: command(
    {
      title: 'Open Devices in Grid…',
      icon: 'editor-layout',
      palette: CONNECTED,
      menus: [
        listTitle('devices', 'navigation@0'),
        itemEntry('devices', /^device\b(?!.*\bbare\b)/, '0_open@2', 'listMultiSelection'),
      ],
    },
    rows('device'),
  ),
  [Command.swipe]: changeDevices('Swipe…', 'arrow-swap', /^device\b.*\busable\b/, 'inline@1', '1_touch@1'),
  [Command.tap]: changeDevices('Tap…', 'target', USABLE, '1_touch@2'),
  [Command.typeText]: changeDevices('Type Text…', 'keyboard', USABLE, '1_touch@3'),
  [Command.pressBack]: {
    ...changeDevices('Press Back', 'arrow-left', USABLE, '1_touch@4'),
    ...panelKey('b'),
  },
  [Command.pressHome]: {
    ...changeDevices('Press Home', 'home', USABLE, '1_touch@5'),
    ...panelKey('h'),
  },
  [Command.pressRecents]: {
    ...changeDevices('Press Recents', 'list-unordered', USABLE, '1_touch@6'),
    ...panelKey('t'),
  },
  [Command.setLocation]: {
    ...changeDevices(
      'Set Location…',
      'location',
      /^device\b(?=.*\busable\b).*\bgeo\b/,
      'inline@2',
      '2_place@1',
    ),
    palette: CONNECTED,
  },
  [Command.setLocationOnMap]: forDevices('Set Location on Map…', 'globe', LOCATABLE, '2_place@2'),
  [Command.playTrack]: changeDevices('Play Track on Device…', 'run-all', LOCATABLE, '2_place@3'),
  [Command.resetLocation]: changeDevices('Reset Location', 'discard', LOCATABLE, '2_place@4'),
  [Command.takeScreenshot]: {
    ...forDevices('Take Screenshot', 'device-camera', USABLE, 'inline@3', '3_look@1'),
    palette: CONNECTED,
    ...panelKey('p'),
  },
  [Command.startScreenRecording]: changeDevices('Start Video', 'device-camera-video', USABLE, '3_look@2'),
  [Command.stopScreenRecording]: changeDevices('Stop Video', 'debug-stop', USABLE, '3_look@3'),
  [Command.actOnPhone]: command(
    {
      title: 'Phone Settings and Files…',
      icon: 'settings-gear',
      palette: false,
      needsTrust: true,
      menus: [viewItem('devices', USABLE, '2_place@5')],
    },
    phones,
  ),
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
  [Command.insertGestures]: command({
    title: 'Insert Last Gestures…',
    palette: PANEL_IN_FRONT,
    menus: [gestureMenu('1_gestures@1')],
  }),
  [Command.replayGestures]: command({
    title: 'Replay Gestures',
    palette: PANEL_IN_FRONT,
    needsTrust: true,
    menus: [gestureMenu('1_gestures@2')],
  }),
  [Command.copyGesturesAsCurl]: command({
    title: 'Copy Gestures as curl',
    palette: PANEL_IN_FRONT,
    menus: [gestureMenu('1_gestures@3')],
  }),
};

function gestureMenu(group: string): MenuEntry {
  return webviewContext(group, `webviewId == ${DEVICE_PANEL}`, 'webviewSection == gestures');
}
