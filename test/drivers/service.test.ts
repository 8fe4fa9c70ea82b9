import { DISPLAY_CASES } from '../support/drivers/displayCases.ts';
import { DRIVER_CASES } from '../support/drivers/driverCases.ts';
import { testDriver } from '../support/drivers/usedPhone.ts';
import { openServicePhone } from '../support/servicePhone.ts';

// A service decides itself which version it installs.
const cases = Object.fromEntries(
  Object.entries(DRIVER_CASES).filter(([name]) => name !== 'an app is replaced by its next version'),
);

testDriver('service', { name: 'a phone of a service', create: () => openServicePhone() }, cases);

testDriver(
  'service',
  { name: 'a foldable of a service', create: () => openServicePhone('foldable') },
  DISPLAY_CASES,
);
