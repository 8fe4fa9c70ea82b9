import { once } from '../../../util/once.ts';
import { Gazetteer } from './gazetteer.ts';
import { toShapes, type WorldShapes } from './shapes.ts';

/** The shapes and place names of the world. */
export interface WorldData {
  readonly shapes: WorldShapes;
  readonly gazetteer: Gazetteer;
}

/** Loads the atlas from a separate file and builds its shapes, once. Rejects if the file cannot be loaded. */
export const loadWorld = once(async (): Promise<WorldData> => {
  const { default: atlas } = await import('world-atlas/countries-50m.json');
  return { shapes: toShapes(atlas), gazetteer: new Gazetteer() };
});
