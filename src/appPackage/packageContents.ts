import type { ZipEntry } from '../util/zip/readZip.ts';

const SIGNATURE = /^META-INF\/([^/]+)\.(SF|RSA|DSA|EC)$/i;
const APP_FILE = /^(Payload\/[^/]+\.app\/)(.+)$/;

/** The files of a package that are needed to describe the app. */
export class PackageContents {
  manifest: ZipEntry | undefined;
  resources: ZipEntry | undefined;
  /** The Info.plist files of the apps in `Payload`, by the folder of the app. */
  readonly infoPlists = new Map<string, ZipEntry>();
  isBundle = false;
  hasPackages = false;
  hasAppOutsidePayload = false;
  readonly #signatureLists = new Set<string>();
  readonly #signatures = new Set<string>();
  readonly #signedApps = new Set<string>();

  /** True if a signature of scheme 1, a list of checksums with its signature, is included. */
  get hasSignatureFile(): boolean {
    return [...this.#signatures].some(name => this.#signatureLists.has(name));
  }

  isSignedApp(folder: string): boolean {
    return this.#signedApps.has(folder);
  }

  add(entry: ZipEntry): void {
    const { name } = entry;
    if (name === 'AndroidManifest.xml') this.manifest = entry;
    if (name === 'resources.arsc') this.resources = entry;
    if (name === 'BundleConfig.pb' || name === 'base/manifest/AndroidManifest.xml') this.isBundle = true;
    if (name.endsWith('.apk')) this.hasPackages = true;
    if (/^[^/]+\.app\/Info\.plist$/.test(name)) this.hasAppOutsidePayload = true;
    this.#addSignature(name);
    const [, folder, file] = APP_FILE.exec(name) ?? [];
    if (folder === undefined) return;
    if (file === 'Info.plist') this.infoPlists.set(folder, entry);
    if (file === '_CodeSignature/CodeResources' || file === 'embedded.mobileprovision')
      this.#signedApps.add(folder);
  }

  #addSignature(name: string): void {
    const [, base, extension] = SIGNATURE.exec(name) ?? [];
    if (base === undefined || extension === undefined) return;
    (extension.toUpperCase() === 'SF' ? this.#signatureLists : this.#signatures).add(base.toUpperCase());
  }
}
