import type { FlowCatalog, KnownReferences } from '../catalog.ts';
import type { FlowDiagnostic } from '../document/diagnostic.ts';
import type { FlowDocument } from '../document/flowDocument.ts';
import { deviceIdsOf } from '../document/deviceIds.ts';
import { type JsonNode, rangeOf } from '../document/jsonTree.ts';
import { stringNodes } from '../document/stringNodes.ts';
import { appsOn, isPackageAt } from '../chosenKind.ts';
import { findNamedReference } from '../findNamedReference.ts';
import { referenceKindAt } from '../referenceKind.ts';
import { similarTo, suggestionText } from './similar.ts';

/** Matches the package name of an Android app, or the bundle ID of an iOS app. */
const PACKAGE_NAME = /^[A-Za-z][\w-]*(?:\.[\w-]+)+$/;

/** The most devices whose apps are read for a flow. */
const MAX_DEVICES = 8;

/** Returns the devices that a flow names, the first ones only. */
export function namedDevices(document: FlowDocument): readonly string[] {
  return deviceIdsOf(document).slice(0, MAX_DEVICES);
}

/**
 * Warns of package names in the parameters of steps that no device of the flow has installed. A flow that installs an
 * uploaded app is not checked, since the upload decides about the name.
 */
export function findMissingApps(document: FlowDocument, catalog: FlowCatalog): readonly FlowDiagnostic[] {
  const devices = namedDevices(document);
  if (devices.length === 0 || !catalog.installedApps) return [];
  const used = document.entries.flatMap(entry =>
    [entry, ...entry.children].flatMap(({ params }) => stringNodes(params)),
  );
  const named = used.filter(([node, path]) => isPackageAt(path) && PACKAGE_NAME.test(String(node.value)));
  if (named.length === 0 || used.some(([, path]) => referenceKindAt(path) === 'app')) return [];
  const apps = appsOn(devices, catalog);
  if (!apps) return [];
  const where = devices
    .map(id => findNamedReference('device', id, catalog)?.name ?? 'the device')
    .join(' or ');
  return named.flatMap(([node]) => {
    const name = String(node.value);
    return apps.some(({ id }) => id === name) ? [] : [describeMissingApp(node, name, where, apps)];
  });
}

function describeMissingApp(
  node: JsonNode,
  name: string,
  where: string,
  apps: NonNullable<KnownReferences>,
): FlowDiagnostic {
  const similar = similarTo(
    name,
    apps.map(({ id }) => id),
  );
  return {
    code: 'missing-app',
    severity: 'warning',
    ...rangeOf(node),
    message: `The app “${name}” is not installed on ${where}.${suggestionText(similar)}`,
    data: { similar },
  };
}
