import { dirname, basename } from 'node:path/posix';
import type { PhoneCapability } from '../../drivers/phoneDriver.ts';
import type { SimulatedHost } from '../../drivers/simulated/simulatedPhone.ts';
import { contextOf, MESSAGES } from '../../records/phone.ts';
import { Refusal } from '../../runtime/refusal.ts';
import type { Service } from '../../runtime/service.ts';
import { deleteFile, listFiles, readFile, writeFile } from './files.ts';
import { putState } from './gestures.ts';
import { restartDevice } from './lifecycle.ts';
import { moveTo } from './location.ts';
import { hasCapability, isAwake, reach, type Reached, requireDevice } from './reach.ts';
import { renderScreen } from './screen.ts';

/** Returns the place of a simulated phone in the store, with the consequences that its changes have in the service. */
export function simulatedHost(service: Service, deviceId: string): SimulatedHost {
  const target = { deviceId };
  const find = (capability?: PhoneCapability): Reached => reach(service.store, target, capability);
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
    read: capability => {
      const found = find(capability);
      const { state } = found.phone;
      return { state, context: () => contextOf(service, found.device, found.phone, MESSAGES) };
    },
    write: state => void putState(service, find(), state),
    draw: displayId => renderScreen(service, { deviceId, displayId }, {}),
    move: position => moveTo(service, target, position),
    reboot: async signal => {
      const settled = await restartDevice(service, deviceId, signal);
      if (!settled || !isAwake(settled.state))
        throw new Refusal(408, 'device_state', 'The device did not come back from the restart.');
    },
    files: {
      list: folder => listFiles(service, target, folder).files,
      read: path => readFile(service, target, path).bytes,
      write: (path, bytes) =>
        void writeFile(service, target, { folder: dirname(path), name: basename(path), bytes }),
      remove: path => deleteFile(service, target, path),
    },
  };
}
