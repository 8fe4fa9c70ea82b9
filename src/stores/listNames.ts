/** The lists of a connection. Stores, views, commands and context keys use these names. */
export const LIST_NAMES = [
  'flows',
  'devices',
  'apps',
  'credentialPackages',
  'mailboxes',
  'webhooks',
  'executions',
  'tasks',
] as const;
export type ListName = (typeof LIST_NAMES)[number];

/** The lists that belong to a record or a service, whose ID follows the name. */
export const KEYED_LIST_NAMES = [
  'actions',
  'steps',
  'versions',
  'credentials',
  'messages',
  'deliveries',
] as const;

/** The ID of a list, such as `flows` or `steps/<flow ID>`. */
export type ListId = ListName | `${(typeof KEYED_LIST_NAMES)[number]}/${string}`;
