import { readXmlElements, type XmlElement } from './binaryXml.ts';
import { damaged, PackageProblem } from './packageProblem.ts';
import type { ResourceValue } from './resourceValue.ts';
import { isXmlText } from './packageText.ts';

/** The parts of AndroidManifest.xml that describe an app. Values may be references to resources. */
export interface AndroidManifest {
  readonly packageName: string;
  readonly versionCode: ResourceValue | undefined;
  readonly versionCodeMajor: ResourceValue | undefined;
  readonly versionName: ResourceValue | undefined;
  readonly label: ResourceValue | undefined;
  readonly minSdk: ResourceValue | undefined;
  readonly targetSdk: ResourceValue | undefined;
}

/** The IDs of attributes in Android's public resources. */
const Attribute = {
  label: 0x01010001,
  minSdkVersion: 0x0101020c,
  versionCode: 0x0101021b,
  versionName: 0x0101021c,
  targetSdkVersion: 0x01010270,
  versionCodeMajor: 0x01010576,
  isSplitRequired: 0x01010591,
} as const;

const UNIVERSAL = 'build or download one universal .apk';

/** Reads a binary AndroidManifest.xml. Throws PackageProblem or RangeError if it is damaged or not that of a whole app. */
export function readManifest(bytes: Buffer): AndroidManifest {
  if (isXmlText(bytes))
    throw new PackageProblem('contains a manifest as text, so it is not a built app', 'build an .apk');
  let root: XmlElement | undefined;
  let application: XmlElement | undefined;
  let usesSdk: XmlElement | undefined;
  for (const element of readXmlElements(bytes)) {
    if (element.depth === 0) root ??= element;
    if (element.depth !== 1) continue;
    const { name } = element;
    if (name === 'application') application ??= element;
    if (name === 'uses-sdk') usesSdk ??= element;
  }
  if (root?.name !== 'manifest') throw damaged('its manifest does not describe an app');
  const split = root.plainAttribute('split');
  if (split !== undefined)
    throw new PackageProblem('is only one part of an app that is split into several files', UNIVERSAL);
  const isSplitRequired = root.attribute(Attribute.isSplitRequired);
  if (isSplitRequired?.type === 'number' && isSplitRequired.number !== 0)
    throw new PackageProblem('cannot be installed without the other files of a split app', UNIVERSAL);
  return {
    packageName: packageNameOf(root),
    versionCode: root.attribute(Attribute.versionCode),
    versionCodeMajor: root.attribute(Attribute.versionCodeMajor),
    versionName: root.attribute(Attribute.versionName),
    label: application?.attribute(Attribute.label),
    minSdk: usesSdk?.attribute(Attribute.minSdkVersion),
    targetSdk: usesSdk?.attribute(Attribute.targetSdkVersion),
  };
}

function packageNameOf(root: XmlElement): string {
  const name = root.plainAttribute('package');
  // The rules of Android's package names; other names cannot be installed.
  if (name?.type !== 'text' || name.text.length > 255 || !/^[a-z]\w*(?:\.[a-z]\w*)+$/i.test(name.text))
    throw damaged('its manifest does not contain a valid package name');
  return name.text;
}
