import type { Clock } from './clock.ts';
import type { Store } from './store/store.ts';

/** What every handler works with. */
export interface Service {
  readonly store: Store;
  readonly clock: Clock;
}
