import type { Own } from '../util/disposables.ts';
import { Emitter } from '../util/emitter.ts';
import { once } from '../util/once.ts';
import type { RowSource } from './rowTree.ts';

/** Returns a source that is loaded when its view is first shown, so that it takes no time at activation. */
export function lazySource(own: Own, load: () => Promise<RowSource>): RowSource {
  const changed = own(new Emitter<unknown>());
  const reset = own(new Emitter<unknown>());
  let loaded: RowSource | undefined;
  let isWatched = false;
  const open = once(async () => {
    loaded = await load();
    own(loaded.onDidChange(value => changed.fire(value)));
    if (loaded.onDidReset) own(loaded.onDidReset(value => reset.fire(value)));
    loaded.watch(isWatched);
    // The header of the view is known from now on.
    changed.fire(undefined);
    return loaded;
  });
  return {
    onDidChange: changed.event,
    onDidReset: reset.event,
    ensure: async () => (await open()).ensure(),
    rows: () => loaded?.rows() ?? [],
    message: () => loaded?.message() ?? '',
    description: () => loaded?.description?.() ?? '',
    badge: () => loaded?.badge?.(),
    watch: value => {
      isWatched = value;
      loaded?.watch(value);
    },
    setChecked: async (...given) => (await open()).setChecked?.(...given),
  };
}
