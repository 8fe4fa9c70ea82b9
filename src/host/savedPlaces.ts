import type * as vscode from 'vscode';
import type { SavedPlace } from '../protocol/devicePlace.ts';
import type { Disposable } from '../util/disposables.ts';
import { Emitter } from '../util/emitter.ts';

const KEY = 'places';

/** Positions that the person gave names, for all connections and windows; sorted by their names. */
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

  /** Keeps a place; one of the same name is replaced. */
  async save(place: SavedPlace): Promise<void> {
    const others = this.list.filter(({ name }) => name !== place.name);
    await this.#write([...others, place].sort((one, other) => one.name.localeCompare(other.name)));
  }

  /** Forgets the place of a name. */
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
