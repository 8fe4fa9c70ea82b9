import type { EVENT_SOURCES } from '../../contract/enumerations.ts';
import type { Execution, ExecutionStep } from '../../contract/records/execution.ts';
import type { Flow } from '../../contract/records/flow.ts';
import type { Task } from '../../contract/records/task.ts';
import type { Trigger } from '../../contract/records/trigger.ts';
import type { Disposable } from '../../util/disposables.ts';
import { Emitter } from '../../util/emitter.ts';
import type { StoredDevice, StoredGesture, StoredMessage } from '../store/stored.ts';

/** A step of a run that starts or ends. */
export interface StepEvent {
  readonly executionId: string;
  readonly step: ExecutionStep;
}

/** Events of the sandbox that concern several of its parts, by name. */
export interface DomainEvents {
  /** A run of a flow started. */
  'flow.started': { readonly flow: Flow; readonly execution: Execution };
  /**
   * A step of a run started, once for each round and device, and again after a restart of the sandbox; `isSelected` if the
   * flow selects it for recording.
   */
  'step.started': StepEvent & { readonly isSelected: boolean };
  /** The step ended, with any status. */
  'step.ended': StepEvent;
  /** A run of a flow ended, with any status. */
  'flow.finished': { readonly flow: Flow; readonly execution: Execution };
  /** A trigger was created, changed or deleted; `trigger` is undefined if it was deleted. */
  'trigger.changed': { readonly triggerId: string; readonly trigger: Trigger | undefined };
  /** The status of a task changed. */
  'task.changed': { readonly task: Task };
  /** An event was added to the trajectory of a task. */
  'task.event': { readonly taskId: string };
  /** A device executed a gesture. */
  'gesture.done': { readonly gesture: StoredGesture };
  'mail.received': { readonly message: StoredMessage };
  /** The state of a device changed. */
  'device.changed': { readonly device: StoredDevice };
  /** A delivery to a webhook endpoint ended, with any status. */
  'delivery.ended': { readonly deliveryId: string };
  /** The URL that a step waits at was called. */
  'callback.received': { readonly token: string };
  /** An event that triggers can wait for (wire facts 5). */
  'app.event': {
    readonly eventType: string;
    readonly source: (typeof EVENT_SOURCES)[number];
    readonly deviceId: string | null;
    readonly payload: Readonly<Record<string, unknown>>;
  };
  /** An `app.event` from the sandbox or a caller was stored in the history. */
  'app.event.kept': DomainEvents['app.event'];
}

/**
 * Passes events between parts of the sandbox, which do not import one another. Listeners run synchronously in the
 * transaction of the sender; an error that they throw rolls it back.
 */
export class Events {
  readonly #emitters = new Map<string, Emitter<never>>();

  /** Subscribes until the returned handle is disposed. */
  on<Name extends keyof DomainEvents>(name: Name, listener: (event: DomainEvents[Name]) => void): Disposable {
    return this.#emitter(name).event(listener);
  }

  /** Calls every listener synchronously. */
  emit<Name extends keyof DomainEvents>(name: Name, event: DomainEvents[Name]): void {
    this.#emitter(name).fire(event);
  }

  /** Emits an event that triggers can wait for, from a device or null for none. */
  emitAppEvent(
    source: DomainEvents['app.event']['source'],
    eventType: string,
    deviceId: string | null,
    payload: Readonly<Record<string, unknown>>,
  ): void {
    this.emit('app.event', { eventType, source, deviceId, payload });
  }

  #emitter<Name extends keyof DomainEvents>(name: Name): Emitter<DomainEvents[Name]> {
    const emitter = this.#emitters.get(name) ?? new Emitter<never>();
    this.#emitters.set(name, emitter);
    // Each emitter is only used with the events of its name.
    return emitter as unknown as Emitter<DomainEvents[Name]>;
  }
}
