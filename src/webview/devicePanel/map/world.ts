import { once } from '../../../util/once.ts';
import { Gazetteer } from './gazetteer.ts';
import { shapesOf, type WorldShapes } from './shapes.ts';

/** The shapes and the names of the world. */
export interface World {
  readonly shapes: WorldShapes;
  readonly gazetteer: Gazetteer;
}

/** Loads the atlas, which is a file of its own, and draws its shapes, once. Rejects where the file cannot be had. */
export const loadWorld = once(async (): Promise<World> => {
  const { default: atlas } = await import('world-atlas/countries-50m.json');
  return { shapes: shapesOf(atlas), gazetteer: new Gazetteer() };
});
