import type { InstalledIcon } from '../../phone/state.ts';
import type { StoredApp } from '../../store/stored.ts';

/**
 * Finds the build of an app to install: the version with a number, by default the newest available one. Returns a
 * sentence that says why there is none.
 */
export function findBuild(
  { bundleId, displayName, sandbox }: StoredApp,
  versionCode?: number,
): InstalledIcon | string {
  const packageName = bundleId ?? '';
  const { versions } = sandbox;
  const version =
    versionCode === undefined
      ? (versions.find(({ status }) => status === 'available') ?? versions[0])
      : versions.find(candidate => candidate.versionCode === versionCode);
  if (!version) return `${packageName} has no version ${versionCode ?? ''}.`;
  const versionName = version.versionName ?? '';
  if (version.status !== 'available')
    return `${packageName} ${versionName} is ${version.status ?? 'unknown'}; it must be available.`;
  return {
    packageName,
    label: displayName ?? packageName,
    versionName,
    versionCode: version.versionCode ?? 0,
  };
}
