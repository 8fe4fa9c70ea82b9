import type { Services } from '../commandServices.ts';
import type { OnEachServices } from '../prompts/onEach.ts';

/** The services that the commands for devices use. */
export type DeviceServices = OnEachServices &
  Pick<Services, 'addedDevices' | 'devicePanels' | 'places' | 'selectedDevices'>;
