import type { Services } from '../commandServices.ts';
import type { BulkServices } from '../prompts/runOnEach.ts';

/** The services that the commands for devices use. */
export type DeviceServices = BulkServices &
  Pick<Services, 'addedDevices' | 'deviceGrids' | 'devicePanels' | 'places' | 'selectedDevices'>;
