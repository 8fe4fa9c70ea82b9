import { dirname, basename } from 'node:path/posix';
import type { PhoneCapability } from '../../drivers/phoneDriver.ts';
import type { SimulatedHost } from '../../drivers/simulated/simulatedPhone.ts';
import { readPhone } from '../../records/phone.ts';
import { Refusal } from '../../runtime/refusal.ts';
import type { Service } from '../../runtime/service.ts';
import { deleteFile, listFiles, readFile, writeFile } from './files.ts';
import { putState } from './gestures.ts';
import { MAX_WAIT_MS, startTransition, waitUntilSettled } from './lifecycle.ts';
import { moveTo } from './location.ts';
import { isAwake, reach, type Reached, requireDevice } from './reach.ts';
import { renderScreen } from './screen.ts';

/** Returns the place of a simulated phone in the store, with the consequences that its changes have in the service. */
export function simulatedHost(service: Service, deviceId: string): SimulatedHost {
  const target = { deviceId };
  const find = (capability?: PhoneCapability): Reached => reach(service.store, target, capability);
  const { capabilities } = requireDevice(service.store, deviceId).sandbox;
  const has = (name: PhoneCapability): boolean => capabilities[name] !== false;
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
    read: capability => readPhone(service, find(capability).device),
    write: state => void putState(service, find(), state),
    draw: displayId => renderScreen(service, { deviceId, displayId }, {}),
    move: position => moveTo(service, target, position),
    reboot: async signal => {
      startTransition(service, find().device, 'rebooting');
      const device = await waitUntilSettled(service, deviceId, MAX_WAIT_MS, signal);
      if (!device || !isAwake(device.state))
        throw new Refusal(408, 'device_state', 'The device did not come back from the restart.');
    },
    files: {
      list: folder => listFiles(service, target, folder),
      read: path => readFile(service, target, path).bytes,
      write: (path, bytes) =>
        void writeFile(service, target, { folder: dirname(path), name: basename(path), bytes }),
      remove: path => deleteFile(service, target, path),
    },
  };
}
