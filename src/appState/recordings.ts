import type { NewStep, StepPath } from '../flow/edit/flowEdit.ts';
import type { KeyedStep } from '../flow/record/liveRecording.ts';
import type { ShownRecording } from '../protocol/recorder.ts';
import type { Connection } from '../stores/connection.ts';
import { Emitter } from '../util/emitter.ts';

type Params = Readonly<Record<string, unknown>>;

/** A recording in progress. */
export interface CurrentRecording {
  readonly connection: Connection;
  readonly deviceId: string;
  /** The address of the flow file. */
  readonly uri: string;
  /** The part that device panels and editors show. */
  readonly shown: ShownRecording;
}

/** A flow file that a recording writes to. Its steps are known by keys that stay when they move. */
export interface RecordedFile {
  readonly uri: string;
  /** The name of the file without its folder. */
  readonly name: string;
  /** Returns true if the file has no steps. Throws if it is closed. */
  readonly isEmpty: () => Promise<boolean>;
  /** Returns those keys whose steps the file does not have anymore. Throws if the file is closed. */
  readonly findMissing: (keys: readonly number[]) => Promise<readonly number[]>;
  /** Writes steps in place of others, or after the step at the cursor, as one undoable edit. Throws if refused. */
  readonly write: (removed: readonly number[], added: readonly KeyedStep[]) => Promise<void>;
  /** Changes the parameters of a step; `change` returns undefined if nothing fits. Throws if refused. */
  readonly changeParams: (
    key: number,
    step: NewStep,
    change: (params: Params) => Params | undefined,
  ) => Promise<void>;
  /** Returns the key of the step at a path or, without one, at the cursor; undefined if it is not a recorded one. */
  readonly keyAt: (path?: StepPath) => Promise<number | undefined>;
}

/** The recording of this window, of which there is at most one. */
export class Recordings {
  readonly #changed = new Emitter<void>();
  #current: CurrentRecording | undefined;

  readonly onDidChange = this.#changed.event;

  get current(): CurrentRecording | undefined {
    return this.#current;
  }

  /** Returns the recording on a device of a connection. */
  on(connection: Connection, deviceId: string): CurrentRecording | undefined {
    const current = this.#current;
    return current?.connection.id === connection.id && current.deviceId === deviceId ? current : undefined;
  }

  /** Returns the recording into a file. */
  into(file: { toString(): string }): CurrentRecording | undefined {
    return this.#current?.uri === file.toString() ? this.#current : undefined;
  }

  /** Sets the recording in progress; undefined after it has ended. */
  show(recording: CurrentRecording | undefined): void {
    this.#current = recording;
    this.#changed.fire();
  }
}
