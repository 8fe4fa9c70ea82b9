import { INPUT_CASES } from './inputCases.ts';
import { SCREEN_CASES } from './screenCases.ts';
import { SYSTEM_CASES } from './systemCases.ts';
import type { DriverCases } from './usedPhone.ts';

/** What every driver of phones must do. */
export const DRIVER_CASES: DriverCases = { ...SCREEN_CASES, ...INPUT_CASES, ...SYSTEM_CASES };
