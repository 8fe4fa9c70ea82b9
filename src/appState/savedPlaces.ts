import type * as vscode from 'vscode';
import type { SavedPlace } from '../protocol/devicePlace.ts';
import type { Disposable } from '../util/disposables.ts';
import { Emitter } from '../util/emitter.ts';

const KEY = 'places';

/** Named positions saved by the user, shared by all connections and windows; sorted by name. */
export class SavedPlaces implements Disposable {
  readonly onDidChange;
  readonly #memory: vscode.Memento;
  readonly #changed = new Emitter<void>();

  constructor(memory: vscode.Memento) {
    this.#memory = memory;
    this.onDidChange = this.#changed.event;
  }

  get list(): readonly SavedPlace[] {
    return this.#memory.get<readonly SavedPlace[]>(KEY, []);
  }

  /** Saves a place, replacing one with the same name. */
  async save(place: SavedPlace): Promise<void> {
    const others = this.list.filter(({ name }) => name !== place.name);
    await this.#write([...others, place].sort((first, second) => first.name.localeCompare(second.name)));
  }

  /** Removes the place with this name. */
  async forget(name: string): Promise<void> {
    await this.#write(this.list.filter(place => place.name !== name));
  }

  dispose(): void {
    this.#changed.dispose();
  }

  async #write(places: readonly SavedPlace[]): Promise<void> {
    await this.#memory.update(KEY, places);
    this.#changed.fire();
  }
}
