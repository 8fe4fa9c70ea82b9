/** The maximum number of devices in a grid. */
export const MAX_TILES = 24;
