import type { Credential } from '../contract/records/credential.ts';
import { KeyedLists } from './keyedLists.ts';
import { ListStore } from './listStore.ts';
import type { Session } from './session.ts';

/** Long, because each reply contains all values in clear text. */
const POLL_MS = 10 * 60_000;

/** An app with credentials; its ID is its package name. */
export interface AppWithCredentials {
  readonly id: string;
  readonly packageName: string;
}

/** A credential without its values, which are never kept. */
export interface KnownCredential {
  /** Unique in the connection: the package name and the name. */
  readonly id: string;
  readonly packageName: string;
  readonly credentialName: string;
  /** The types of its values, such as `password`. */
  readonly fieldTypes: readonly string[];
}

/** The apps that have credentials. */
export class CredentialPackageStore extends ListStore<AppWithCredentials, undefined> {
  constructor(session: Session) {
    super(session, undefined, POLL_MS, async ({ client, signal }) => {
      const { data } = (await client.listCredentialPackages({}, { signal })).value;
      const items = data.map(({ packageName }) => ({ id: packageName, packageName }));
      return { items, total: items.length, next: undefined };
    });
  }
}

/** The credentials of each app. Of each reply, only the names and the types of the values are kept. */
export class CredentialLists extends KeyedLists<KnownCredential> {
  constructor(session: Session) {
    super(session, undefined, POLL_MS, async ({ client, key: packageName, signal }) => {
      const { data } = (await client.listPackageCredentials({ params: { packageName } }, { signal })).value;
      return { items: data.map(withoutValues), total: data.length, next: undefined };
    });
  }
}

/** Returns a credential without its values. */
export function withoutValues({ packageName, credentialName, fields }: Credential): KnownCredential {
  return {
    id: `${packageName}/${credentialName}`,
    packageName,
    credentialName,
    fieldTypes: fields.map(({ fieldType }) => fieldType),
  };
}
