/** An app as its installable file describes it. */
export interface AppPackage {
  readonly platform: 'android' | 'ios';
  /** The package name on Android, the bundle identifier on iOS. */
  readonly bundleId: string;
  /** The name below the icon; undefined if it is missing, longer than 255 characters, or cannot be resolved. */
  readonly displayName: string | undefined;
  readonly versionName: string;
  /** A safe integer, zero or more. */
  readonly versionCode: number;
  /** The API level on Android: the target or, without one, the minimum. Undefined on iOS and for previews. */
  readonly targetSdk: number | undefined;
  readonly sizeBytes: number;
  /** True if the file contains a signature; it is not verified. */
  readonly isSigned: boolean;
}

/** Thrown for a file that is not a complete app; the message is a sentence with the name of the file and the next step. */
export class AppPackageError extends Error {}
