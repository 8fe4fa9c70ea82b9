import type { ReferenceItem } from '../protocol/flowEditor.ts';
import type { ListState } from '../stores/pagedList.ts';
import { mapLimit } from '../util/mapLimit.ts';
import { credentialFieldLabel } from '../wording/labels.ts';
import type { EditorServices } from './editorServices.ts';

/** The number of apps that are read at once. */
const AT_ONCE = 4;

/** Reads the credentials of an app, or of all apps, by name, with the types of their values. Throws if one cannot be read. */
export async function listCredentials(
  packageName: string | undefined,
  { credentialPackages, credentials }: Pick<EditorServices, 'credentialPackages' | 'credentials'>,
): Promise<readonly ReferenceItem[]> {
  if (packageName === undefined) await credentialPackages.refresh();
  throwFailure(credentialPackages);
  credentials.expire(packageName);
  const names =
    packageName === undefined ? credentialPackages.state.items.map(({ id }) => id) : [packageName];
  const lists = await mapLimit(names, AT_ONCE, async name => {
    const list = credentials.of(name);
    await list.ensure();
    throwFailure(list);
    return list.state.items;
  });
  return lists.flat().map(({ credentialName, packageName: app, fieldTypes }) => ({
    id: credentialName,
    name: credentialName,
    detail: [app, ...fieldTypes.map(credentialFieldLabel)].join(' · '),
  }));
}

function throwFailure({ state }: { readonly state: ListState<unknown> }): void {
  if (state.kind === 'failed') throw state.error;
}
