import type { ReferenceItem } from '../protocol/flowEditor.ts';
import { mapLimit } from '../util/mapLimit.ts';
import { credentialFieldLabel } from '../wording/credentialFields.ts';
import type { EditorServices } from './editorServices.ts';

/** The number of apps that are read at once, and in all. */
const AT_ONCE = 4;
const MOST_APPS = 100;

/** Returns the credentials of an app, or of all apps, by name, with the types of their values. */
export async function listCredentials(
  packageName: string | undefined,
  { credentialPackages, credentials }: Pick<EditorServices, 'credentialPackages' | 'credentials'>,
): Promise<readonly ReferenceItem[]> {
  if (packageName === undefined) await credentialPackages.ensure();
  const names =
    packageName === undefined ? credentialPackages.state.items.map(({ id }) => id) : [packageName];
  const lists = await mapLimit(names.slice(0, MOST_APPS), AT_ONCE, async name => {
    const list = credentials.of(name);
    await list.ensure();
    return list.state.items;
  });
  return lists.flat().map(({ credentialName, packageName: app, fieldTypes }) => ({
    id: credentialName,
    name: credentialName,
    detail: [app, ...fieldTypes.map(credentialFieldLabel)].join(' · '),
  }));
}
