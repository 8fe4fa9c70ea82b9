import { joinFacts } from './treeItem.ts';

/** The search and order of a list. */
interface Filter {
  readonly search?: string;
  readonly orderBy?: keyof typeof ORDERS;
  readonly direction?: 'asc' | 'desc';
}

const ORDERS = {
  name: 'by name',
  createdAt: 'by creation',
  updatedAt: 'by last change',
  assignedAt: 'by assignment',
  began: 'by start',
  ended: 'by end',
  status: 'by state',
} as const;

/** Returns the search, the given facts, and the order if it is not the default one, as text beside a view title. */
export function filterText(
  filter: Filter,
  unfiltered: Filter,
  ...facts: readonly (string | false | undefined)[]
): string {
  const { search = '', orderBy, direction } = filter;
  const isDefaultOrder = orderBy === unfiltered.orderBy && direction === unfiltered.direction;
  return joinFacts(search && `“${search}”`, ...facts, !isDefaultOrder && orderBy && ORDERS[orderBy]);
}

/** Returns the text shown instead of an empty list, which depends on whether the list is filtered. */
export function emptyText(noun: string, isFilteredList: boolean): string {
  return isFilteredList ? `No matching ${noun}` : `No ${noun} yet`;
}

/** Returns true if a filter leaves records out; the order alone does not. */
export function isFiltered(filter: object, unfiltered: object): boolean {
  const defaults = new Map<string, unknown>(Object.entries(unfiltered));
  return Object.entries(filter).some(
    ([name, value]) => name !== 'orderBy' && name !== 'direction' && value !== defaults.get(name),
  );
}
