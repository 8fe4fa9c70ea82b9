import type { FlowCatalog } from '../catalog.ts';
import type { FlowDiagnostic } from '../document/diagnostic.ts';
import type { FlowDocument } from '../document/flowDocument.ts';
import { rangeOf } from '../document/jsonTree.ts';
import { stepsOf, textOf } from '../document/stepModel.ts';
import { findNamedReference } from '../findNamedReference.ts';
import { neededCapability } from '../neededCapability.ts';
import { namedDevices } from './missingApps.ts';

/** Warns of steps whose action a device of the flow does not support. */
export function findUnsupportedSteps(
  document: FlowDocument,
  catalog: FlowCatalog,
): readonly FlowDiagnostic[] {
  const { deviceCapabilities } = catalog;
  const devices = namedDevices(document);
  if (devices.length === 0 || !deviceCapabilities) return [];
  return document.entries
    .flatMap(entry => [...stepsOf(entry)])
    .flatMap(({ actionId }) => {
      const action = catalog.action(textOf(actionId) ?? '');
      const need = neededCapability(action?.method);
      if (!actionId || !need) return [];
      const lacking = devices.filter(id => deviceCapabilities(id)?.[need.capability] === false);
      if (lacking.length === 0) return [];
      const names = lacking.map(id => findNamedReference('device', id, catalog)?.name ?? id);
      return [
        {
          code: 'unsupported-step',
          severity: 'warning',
          ...rangeOf(actionId),
          message: `${names.join(' and ')} ${names.length > 1 ? 'do' : 'does'} not support ${need.feature}, so this step fails there. Remove it, or choose another device.`,
        } as const,
      ];
    });
}
