import type { deviceCommands } from '../../contributions/devices.ts';
import { Command } from '../../manifest.ts';
import type { Handlers } from '../commandServices.ts';
import { press, swipe, tap, typeText } from './deviceGestures.ts';
import { rebootDevice, resumeDevice, stopDevice } from './deviceLifecycle.ts';
import {
  addDevice,
  filterDevices,
  orderDevices,
  refreshDevices,
  removeAddedDevice,
  searchDevices,
} from './deviceList.ts';
import { openDeviceGrid } from './deviceGrid.ts';
import { moveDeviceView, onGestures, openDevicePanel, playTrack, setLocationOnMap } from './devicePanel.ts';
import { resetLocation, setLocation } from './devicePlace.ts';
import { takeScreenshot } from './deviceScreenshot.ts';
import { startScreenRecording, stopScreenRecording } from './deviceScreenRecording.ts';
import type { DeviceServices } from './deviceServices.ts';

/** The handlers of the commands of this folder. */
export const deviceHandlers: Handlers<DeviceServices, typeof deviceCommands> = {
  [Command.refreshDevices]: refreshDevices,
  [Command.searchDevices]: searchDevices,
  [Command.filterDevices]: filterDevices,
  [Command.orderDevices]: orderDevices,
  [Command.addDevice]: addDevice,
  [Command.removeAddedDevice]: removeAddedDevice,
  [Command.openDevicePanel]: openDevicePanel,
  [Command.openDeviceGrid]: openDeviceGrid,
  [Command.setLocationOnMap]: setLocationOnMap,
  [Command.playTrack]: playTrack,
  [Command.swipe]: swipe,
  [Command.tap]: tap,
  [Command.typeText]: typeText,
  [Command.pressBack]: press('back'),
  [Command.pressHome]: press('home'),
  [Command.pressRecents]: press('recents'),
  [Command.setLocation]: setLocation,
  [Command.resetLocation]: resetLocation,
  [Command.takeScreenshot]: takeScreenshot,
  [Command.startScreenRecording]: startScreenRecording,
  [Command.stopScreenRecording]: stopScreenRecording,
  [Command.rebootDevice]: rebootDevice,
  [Command.stopDevice]: stopDevice,
  [Command.resumeDevice]: resumeDevice,
  [Command.moveDeviceView]: moveDeviceView,
  [Command.insertGestures]: onGestures('insert'),
  [Command.replayGestures]: onGestures('replay'),
  [Command.copyGesturesAsCurl]: onGestures('copyAsCurl'),
};
