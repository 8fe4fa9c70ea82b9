import type * as vscode from 'vscode';
import type { ElementParam } from '../flow/catalog.ts';
import { Emitter } from '../util/emitter.ts';

type Actions = Readonly<Record<string, string>>;
type ElementParams = Readonly<Record<string, ElementParam | null>>;

/** The answers of the user about actions of each connection, which recording and picking ask once. */
export class ActionChoices {
  readonly #memory: vscode.Memento;
  readonly #changed = new Emitter<void>();

  readonly onDidChange = this.#changed.event;

  constructor(memory: vscode.Memento) {
    this.#memory = memory;
  }

  /** Returns the IDs of the actions chosen for recorded gestures, by the name of the gesture. */
  actionsOf(connectionId: string): Actions {
    return this.#memory.get<Actions>(actionsKey(connectionId), {});
  }

  async chooseActions(connectionId: string, chosen: Actions): Promise<void> {
    await this.#memory.update(actionsKey(connectionId), { ...this.actionsOf(connectionId), ...chosen });
  }

  /** Returns the parameter of an action that takes an element, null if none does, undefined if nobody was asked. */
  elementParam(connectionId: string, actionId: string): ElementParam | null | undefined {
    const params = this.#elementParams(connectionId);
    return Object.hasOwn(params, actionId) ? params[actionId] : undefined;
  }

  async setElementParam(connectionId: string, actionId: string, param: ElementParam | null): Promise<void> {
    const params = { ...this.#elementParams(connectionId), [actionId]: param };
    await this.#memory.update(elementsKey(connectionId), params);
    this.#changed.fire();
  }

  /** Forgets all answers about a connection, and returns their number. */
  async forget(connectionId: string): Promise<number> {
    const count = [this.actionsOf(connectionId), this.#elementParams(connectionId)].flatMap(
      Object.keys,
    ).length;
    await this.#memory.update(actionsKey(connectionId), undefined);
    await this.#memory.update(elementsKey(connectionId), undefined);
    this.#changed.fire();
    return count;
  }

  #elementParams(connectionId: string): ElementParams {
    return this.#memory.get<ElementParams>(elementsKey(connectionId), {});
  }
}

function actionsKey(connectionId: string): string {
  return `recorder.actions.${connectionId}`;
}

function elementsKey(connectionId: string): string {
  return `recorder.elements.${connectionId}`;
}
