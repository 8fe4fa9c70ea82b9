import type { DEVICE_CAPABILITIES } from '../contract/enumerations.ts';

/** A capability of devices that some actions need, with what it lets them do and the methods of these actions. */
interface Need {
  readonly capability: (typeof DEVICE_CAPABILITIES)[number];
  /** The part of “NAME does not support …”. */
  readonly feature: string;
  readonly methods: readonly string[];
}

const NEEDS: readonly Need[] = [
  {
    capability: 'apps',
    feature: 'changes to apps',
    methods: ['device.installApp', 'device.setPermission'],
  },
  {
    capability: 'clipboard',
    feature: 'access to the clipboard',
    methods: ['device.readClipboard', 'device.setClipboard'],
  },
  { capability: 'files', feature: 'access to files', methods: ['files.download', 'files.upload'] },
  {
    capability: 'geo',
    feature: 'changes of the location',
    methods: ['device.followRoute', 'device.resetLocation', 'device.setLocation'],
  },
  { capability: 'language', feature: 'changes of the language', methods: ['device.setLanguage'] },
  { capability: 'time', feature: 'changes of the time zone', methods: ['device.setTimeZone'] },
];

const BY_METHOD: ReadonlyMap<string, Need> = new Map(
  NEEDS.flatMap(need => need.methods.map(method => [method, need] as const)),
);

/** Returns what an action with a method needs of its device; undefined if every device can do it or nothing is known. */
export function neededCapability(method: string | null | undefined): Need | undefined {
  return BY_METHOD.get(method ?? '');
}
