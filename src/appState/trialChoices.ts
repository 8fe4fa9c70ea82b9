import type * as vscode from 'vscode';
import { isSecretName } from '../util/secretNames.ts';
import { Emitter } from '../util/emitter.ts';

type Values = Readonly<Record<string, unknown>>;

/** The answers for trial runs of one flow file. */
interface Kept {
  /** The device of the trial runs; null to run without one. */
  readonly deviceId?: string | null;
  /** The sample values of the trigger's payload, without those that look secret. */
  readonly payload?: Values;
}

type Address = Pick<vscode.Uri, 'toString'>;

const KEY = 'trialRuns';
/** The number of files whose answers are kept. */
const MAX_FILES = 100;

/** The device and the sample values that the user chose for trial runs of a flow file, kept with the workspace. */
export class TrialChoices {
  readonly #memory: vscode.Memento;
  readonly #changed = new Emitter<void>();
  /** The sample values that look secret, kept until the window closes. */
  readonly #secrets = new Map<string, Values>();

  /** Fires when the device of a file was chosen. */
  readonly onDidChange = this.#changed.event;

  constructor(memory: vscode.Memento) {
    this.#memory = memory;
  }

  /**
   * Returns the device for trial runs of a file whose flow names some devices: the chosen one if it is still among them
   * or there are none, or else the only one; undefined if the user has to choose.
   */
  phoneOf(file: Address, deviceIds: readonly string[]): string | null | undefined {
    const chosen = this.#of(file)?.deviceId;
    if (chosen !== undefined && (deviceIds.length === 0 || (chosen !== null && deviceIds.includes(chosen))))
      return chosen;
    return deviceIds.length === 1 ? deviceIds[0] : undefined;
  }

  async chooseDevice(file: Address, deviceId: string | null): Promise<void> {
    await this.#keep(file, { deviceId });
    this.#changed.fire();
  }

  /** Returns the sample values of the trigger's payload; undefined if there are none. */
  payloadOf(file: Address): Values | undefined {
    const payload = this.#of(file)?.payload;
    const secrets = this.#secrets.get(file.toString());
    return payload || secrets ? { ...payload, ...secrets } : undefined;
  }

  async keepPayload(file: Address, payload: Values): Promise<void> {
    const entries = Object.entries(payload);
    const isSecret = ([name]: readonly [string, unknown]): boolean => isSecretName(name);
    this.#secrets.set(file.toString(), Object.fromEntries(entries.filter(isSecret)));
    await this.#keep(file, { payload: withoutSecretMembers(payload) });
  }

  #of(file: Address): Kept | undefined {
    return this.#all.find(([address]) => address === file.toString())?.[1];
  }

  get #all(): readonly (readonly [address: string, kept: Kept])[] {
    return this.#memory.get<readonly (readonly [string, Kept])[]>(KEY, []);
  }

  async #keep(file: Address, change: Kept): Promise<void> {
    const address = file.toString();
    const others = this.#all.filter(([known]) => known !== address);
    const kept = { ...this.#of(file), ...change };
    await this.#memory.update(KEY, [[address, kept], ...others].slice(0, MAX_FILES));
  }
}

/** Returns an object without the members, at any depth, whose names suggest that they are secret. */
function withoutSecretMembers(values: object): Values {
  const members = Object.entries(values).filter(([name]) => !isSecretName(name));
  return Object.fromEntries(members.map(([name, value]) => [name, dropSecrets(value)]));
}

function dropSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(dropSecrets);
  return typeof value === 'object' && value !== null ? withoutSecretMembers(value) : value;
}
