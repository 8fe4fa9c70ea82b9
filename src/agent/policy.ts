import { isObject } from '../util/isObject.ts';

/** The ways in which a tool call changes something. `edit` changes a file of the workspace. */
export const EFFECTS = ['read', 'edit', 'act', 'write', 'spend', 'delete', 'activate'] as const;
export type ToolEffect = (typeof EFFECTS)[number];

/** The rights of agents, each with those of the ones before it. `sandbox` reaches no service. */
export const PROFILES = ['sandbox', 'read', 'devices', 'all'] as const;
export type Profile = (typeof PROFILES)[number];

/** The settings of agents. */
export interface AgentSettings {
  readonly profile: Profile;
  /** The names of the services that agents may use, besides the sandbox. */
  readonly connections: readonly string[];
  readonly callsPerMinute: number;
  readonly callsPerSession: number;
  /** Sentences about what the user can do if these settings refuse a call. */
  readonly advice: Readonly<Record<'profile' | 'connections' | 'callsPerSession', string>>;
}

/** The default settings, which also replace invalid ones. */
export const DEFAULT_SETTINGS: AgentSettings = {
  profile: 'sandbox',
  connections: [],
  callsPerMinute: 60,
  callsPerSession: 1000,
  advice: {
    profile: 'The user can change the setting “cloudDevices.agents.profile”.',
    connections: 'The user can add it to the setting “cloudDevices.agents.connections”.',
    callsPerSession: 'The user can change the setting “cloudDevices.agents.callsPerSession”.',
  },
};

/** A tool call as the policy sees it. */
export interface PolicyCall {
  readonly effects: readonly string[];
  readonly target: { readonly kind: string; readonly name: string };
  /** True if the user trusts the workspace. */
  readonly hasTrust: boolean;
}

/** The decision about a call. `confirm`: only if the user agrees to this call. */
export type Decision =
  | { readonly kind: 'allow' }
  | { readonly kind: 'confirm' }
  | { readonly kind: 'deny'; readonly reason: string };

/** The effects that each profile allows on a service. */
const ALLOWED: Readonly<Record<Profile, readonly string[]>> = {
  sandbox: [],
  read: ['read'],
  devices: ['read', 'act'],
  all: ['read', 'act', 'write', 'spend', 'delete', 'activate'],
};
/** The effects on a service that the user confirms each time. */
const CONFIRMED: readonly string[] = ['write', 'spend', 'delete', 'activate'];
const WORDS: Readonly<Record<ToolEffect, string>> = {
  read: 'reads',
  edit: 'changes a file',
  act: 'acts on a device',
  write: 'writes',
  spend: 'spends money',
  delete: 'deletes',
  activate: 'activates',
};

/** Decides about a call. Whatever is unknown is denied. */
export function decide(settings: AgentSettings, { effects, target, hasTrust }: PolicyCall): Decision {
  const { profile, advice } = settings;
  const unknown = effects.find(effect => !EFFECTS.some(known => known === effect));
  if (effects.length === 0 || unknown !== undefined)
    return deny(`The effect of this tool is unknown${unknown === undefined ? '' : `: ${unknown}`}.`);
  if (!Object.hasOwn(ALLOWED, profile)) return deny('The profile of agents in the settings is unknown.');
  if (!hasTrust && effects.some(effect => effect !== 'read'))
    return deny('The workspace is not trusted, so agents can only read. Ask the user to trust it.');
  if (target.kind === 'sandbox') return { kind: 'allow' };
  if (target.kind !== 'service') return deny('The kind of the connection is unknown.');
  const { name } = target;
  if (profile === 'sandbox') return deny(`Agents may use only the sandbox. ${advice.profile}`);
  if (!settings.connections.includes(name))
    return deny(`Agents may not use the connection “${name}”. ${advice.connections}`);
  const refused = refusedEffect(profile, effects);
  if (refused !== undefined)
    return deny(
      `The profile “${profile}” allows no call that ${wordOf(refused)} on “${name}”. ${advice.profile}`,
    );
  return effects.some(effect => CONFIRMED.includes(effect)) ? { kind: 'confirm' } : { kind: 'allow' };
}

/** Returns the reason why agents may not use a real phone that was added to the sandbox; undefined if they may. */
export function refusePhone(
  { profile, advice }: AgentSettings,
  effects: readonly string[],
): string | undefined {
  if (refusedEffect(profile, effects) === undefined) return undefined;
  return `The profile “${profile}” allows agents only simulated phones, and this device is a real one. ${advice.profile}`;
}

/** Returns the first effect on a device or a service that a profile does not allow. */
function refusedEffect(profile: Profile, effects: readonly string[]): string | undefined {
  return effects.find(effect => effect !== 'edit' && !ALLOWED[profile].includes(effect));
}

/** Reads the settings of agents from values of any type. An invalid value means the default, which allows least. */
export function readAgentSettings(values: unknown): AgentSettings {
  const { profile, connections, callsPerMinute, callsPerSession } = isObject(values) ? values : {};
  return {
    ...DEFAULT_SETTINGS,
    profile: PROFILES.find(known => known === profile) ?? DEFAULT_SETTINGS.profile,
    connections: Array.isArray(connections) ? connections.filter(name => typeof name === 'string') : [],
    callsPerMinute: limitOf(callsPerMinute, DEFAULT_SETTINGS.callsPerMinute),
    callsPerSession: limitOf(callsPerSession, DEFAULT_SETTINGS.callsPerSession),
  };
}

function limitOf(value: unknown, byDefault: number): number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : byDefault;
}

function wordOf(effect: string): string {
  const known = EFFECTS.find(one => one === effect);
  return known ? WORDS[known] : effect;
}

function deny(reason: string): Decision {
  return { kind: 'deny', reason };
}
