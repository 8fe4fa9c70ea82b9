import { stableId } from './stableId.ts';

/** Returns the ID under which the package of credentials is stored. */
export function credentialPackageId(packageName: string): string {
  return stableId(`credentialPackage:${packageName}`);
}

/** Returns the ID under which a credential is stored, which clients do not see. */
export function credentialId(packageName: string, credentialName: string): string {
  return stableId(`credential:${JSON.stringify([packageName, credentialName])}`);
}
