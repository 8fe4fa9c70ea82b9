import { createSimulated } from '../support/drivers/createDrivers.ts';
import { DRIVER_CASES } from '../support/drivers/driverCases.ts';
import { testDriver } from '../support/drivers/usedPhone.ts';

testDriver('simulated', { name: 'the simulated phone', create: createSimulated }, DRIVER_CASES);
