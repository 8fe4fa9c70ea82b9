import { createSimulated } from '../support/drivers/createDrivers.ts';
import { DISPLAY_CASES } from '../support/drivers/displayCases.ts';
import { DRIVER_CASES } from '../support/drivers/driverCases.ts';
import { testDriver } from '../support/drivers/usedPhone.ts';

testDriver('simulated', { name: 'the simulated phone', create: () => createSimulated() }, DRIVER_CASES);

testDriver(
  'simulated',
  { name: 'the simulated foldable', create: () => createSimulated('foldable') },
  DISPLAY_CASES,
);
