/** The path segments of the links file, relative to its folder. */
export const LINKS_PATH = ['.cloud-devices', 'links.json'] as const;

/** The path of the links file for messages. */
export const LINKS_NAME = LINKS_PATH.join('/');
