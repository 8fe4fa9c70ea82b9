import { dirname, basename } from 'node:path/posix';
import { isAwake } from '../../../../contract/awakeStates.ts';
import type { SimulatedHost } from '../../../drivers/simulated/simulatedPhone.ts';
import { contextOf, countShownMessages } from '../../../records/phone.ts';
import type { PhoneCapability } from '../../../runtime/phoneDriver.ts';
import { Refusal } from '../../../runtime/refusal.ts';
import type { Service } from '../../../runtime/service.ts';
import { restartDevice } from '../deviceState.ts';
import { hasCapability } from '../../../records/capabilities.ts';
import { reach, requireDevice } from '../reach.ts';
import { deleteFile, listFiles, readFile, writeFile } from './phoneFiles.ts';
import { moveTo } from './position.ts';
import { putState } from './putState.ts';
import { renderScreen } from './renderScreen.ts';

/** Returns the place of a simulated phone in the store, with the consequences that its changes have in the service. */
export function simulatedHost(service: Service, deviceId: string): SimulatedHost {
  const target = { deviceId };
  const device = requireDevice(service.store, deviceId);
  const has = (name: PhoneCapability): boolean => hasCapability(device, name);
  return {
    capabilities: {
      accessibility: has('accessibility'),
      apps: has('apps'),
      clipboard: has('clipboard'),
      files: has('files'),
      geo: has('geo'),
      language: has('language'),
      time: has('time'),
    },
    read: () => {
      const found = reach(service.store, target);
      const { state } = found.phone;
      return {
        state,
        context: () => contextOf(service, found.device, found.phone, countShownMessages(state)),
        write: next => void putState(service, found, next),
      };
    },
    draw: (displayId, options) => renderScreen(service, { deviceId, displayId }, options),
    isStill: () => service.slowScreenOf(deviceId) === undefined,
    move: position => moveTo(service, target, position),
    reboot: async signal => {
      const settled = await restartDevice(service, deviceId, signal);
      if (settled && isAwake(settled.state)) return;
      const message = `The device did not come back from the reboot: it is ${settled?.state ?? 'rebooting'}.`;
      throw new Refusal(408, 'device_state', message);
    },
    files: {
      list: folder => listFiles(service, target, folder).files,
      read: path => readFile(service, target, path).bytes,
      write: (path, bytes, labels) =>
        void writeFile(service, target, { folder: dirname(path), name: basename(path), bytes, labels }),
      remove: path => deleteFile(service, target, path),
    },
  };
}
