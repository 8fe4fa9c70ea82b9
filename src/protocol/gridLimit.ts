/** The maximum number of devices in a grid. */
export const MOST_TILES = 24;
