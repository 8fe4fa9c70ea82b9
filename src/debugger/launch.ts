import { isObject, type JsonObject } from '../util/isObject.ts';
import { isUuid } from '../util/isUuid.ts';

/** The value of `fromRun` for a run that reads nothing of the steps before it. */
export const NO_RUN = 'none';
/** The value of `fromRun` for the run that began last. */
export const LATEST_RUN = 'latest';

/** A launch configuration that was checked; `payload` and `devices` are undefined while they are not chosen. */
export interface Launch {
  /** The path of the flow file, or its URI if it is not on disk. */
  readonly flow: string;
  readonly payload: JsonObject | undefined;
  readonly devices: readonly string[] | undefined;
  readonly stopOnEntry: boolean;
  /** Overrides the choice in the Breakpoints view. */
  readonly breakOnFailure: boolean | undefined;
  /** The number of a step in the list of steps, such as `4.2`. */
  readonly stopAt: string | undefined;
  /** The numbers of the steps to start and to end with. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** The ID of the run that has the data of the steps before `from`; `latest` is one that is not chosen yet. */
  readonly fromRun: string | undefined;
  /** The name of a test that the Test Explorer debugs. */
  readonly test: string | undefined;
  /** True for a run without debugging. */
  readonly noDebug: boolean;
}

/** Reads a launch configuration. Throws with a sentence that names the property to change. */
export function readLaunch(given: JsonObject): Launch {
  const { flow, payload, devices, fromRun } = given;
  if (typeof flow !== 'string' || flow === '')
    throw new Error('“flow” must be the path of a *.flow.json file.');
  if (payload !== undefined && !isObject(payload))
    throw new Error('“payload” must be an object, such as {"city": "Paris"}.');
  if (
    fromRun !== undefined &&
    (typeof fromRun !== 'string' || !(fromRun === LATEST_RUN || fromRun === NO_RUN || isUuid(fromRun)))
  )
    throw new Error('“fromRun” must be the ID of a run, "latest", or "none".');
  return {
    flow,
    payload,
    devices: devices === undefined ? undefined : readDevices(devices),
    stopOnEntry: given['stopOnEntry'] === true,
    breakOnFailure: typeof given['breakOnFailure'] === 'boolean' ? given['breakOnFailure'] : undefined,
    stopAt: readNumber(given, 'stopAt'),
    from: readNumber(given, 'from'),
    to: readNumber(given, 'to'),
    fromRun,
    test: typeof given['test'] === 'string' ? given['test'] : undefined,
    noDebug: given['noDebug'] === true,
  };
}

function readNumber(given: JsonObject, name: string): string | undefined {
  const number = given[name];
  if (number === undefined || typeof number === 'string') return number;
  throw new Error(`“${name}” must be the number of a step in quotes, such as "3" or "4.2".`);
}

function readDevices(given: unknown): readonly string[] {
  const list: readonly unknown[] = Array.isArray(given) ? given : [undefined];
  return list.map(id => {
    if (typeof id !== 'string' || !isUuid(id)) throw new Error('“devices” must be a list of device IDs.');
    return id;
  });
}
