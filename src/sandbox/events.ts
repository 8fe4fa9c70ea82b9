import type { Execution } from '../contract/records/execution.ts';
import type { Flow } from '../contract/records/flow.ts';
import type { Task } from '../contract/records/task.ts';
import type { Trigger } from '../contract/records/trigger.ts';
import type { Disposable } from '../util/disposables.ts';
import { Emitter } from '../util/emitter.ts';
import type { StoredDevice, StoredMessage } from './store/stored.ts';

/** What happens in the sandbox and may matter to more than one room, by name. */
export interface DomainEvents {
  /** A run of a flow began. */
  'flow.started': { readonly flow: Flow; readonly execution: Execution };
  /** A run of a flow ended, with whatever status. */
  'flow.finished': { readonly flow: Flow; readonly execution: Execution };
  /** A trigger was created, changed or deleted; `trigger` is absent when it is gone. */
  'trigger.changed': { readonly triggerId: string; readonly trigger: Trigger | undefined };
  /** A task got another status. */
  'task.changed': { readonly task: Task };
  /** Something happened in a task, which its trajectory tells. */
  'task.event': { readonly taskId: string };
  /** A message arrived in a mailbox. */
  'mail.received': { readonly message: StoredMessage };
  /** A device got another state. */
  'device.changed': { readonly device: StoredDevice };
  /** A delivery to a webhook endpoint came to its end, with whatever status. */
  'delivery.ended': { readonly deliveryId: string };
  /** Somebody called the address that a step waits at. */
  'callback.received': { readonly token: string };
  /** Something that event triggers can wait for (wire facts 5). */
  'app.event': {
    readonly eventType: string;
    readonly source: 'app' | 'system' | 'device' | 'webhook';
    readonly deviceId: string | null;
    readonly payload: Readonly<Record<string, unknown>>;
  };
  /** Such an event was kept in the history, whether the sandbox told it or somebody reported it. */
  'app.event.kept': DomainEvents['app.event'];
}

/**
 * Carries events between rooms, so that none imports another. Listeners run at once and inside the
 * transaction of whoever tells the event: what they throw undoes it.
 */
export class Events {
  readonly #emitters = new Map<string, Emitter<never>>();

  /** Subscribes until the returned handle is disposed. */
  on<Name extends keyof DomainEvents>(name: Name, listener: (event: DomainEvents[Name]) => void): Disposable {
    return this.#emitter(name).event(listener);
  }

  /** Tells every listener. */
  tell<Name extends keyof DomainEvents>(name: Name, event: DomainEvents[Name]): void {
    this.#emitter(name).fire(event);
  }

  #emitter<Name extends keyof DomainEvents>(name: Name): Emitter<DomainEvents[Name]> {
    const emitter = this.#emitters.get(name) ?? new Emitter<never>();
    this.#emitters.set(name, emitter);
    return emitter as unknown as Emitter<DomainEvents[Name]>;
  }
}
