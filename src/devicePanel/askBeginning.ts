import * as vscode from 'vscode';
import type { NamedReference } from '../flow/catalog.ts';
import { matchActions } from '../flow/record/matchActions.ts';
import type { OpenedApp } from '../flow/record/wantedValues.ts';
import { dialogs } from './questions.ts';
import { readInstalledApps } from '../stores/installedApps.ts';
import { platformOf } from '../wording/deviceLabels.ts';
import { readDevice } from './deviceFacts.ts';
import type { DevicePanelSession } from './devicePanelSession.ts';
import type { PanelServices } from './panelServices.ts';

/** The beginning of a recorded flow: an app in a fresh state, or the phone as it is. */
type Beginning = OpenedApp | 'asItIs';

interface BeginningItem extends vscode.QuickPickItem {
  readonly beginning?: Beginning;
}

/**
 * Asks how a recorded flow begins: with an app of the device in a fresh state, first the one in front, or as the phone is.
 * Does not ask if the catalog or the device cannot open apps. Undefined on cancel.
 */
export async function askBeginning(
  session: DevicePanelSession,
  { catalog }: PanelServices,
): Promise<Beginning | undefined> {
  const platform = await readPlatform(session);
  const example = { kind: 'openApp', app: 'com.example.app', name: '', platform } as const;
  const { isSure } = matchActions(example, 0, catalog.catalog.searchActions('', Infinity));
  const apps = isSure ? await readApps(session) : [];
  if (apps.length === 0) return 'asItIs';
  const opening = apps.map(({ id, name }): BeginningItem => ({
    label: `$(rocket) Open ${name}`,
    description: id,
    beginning: { app: id, name, platform },
  }));
  const items: readonly BeginningItem[] = [
    {
      label: 'in a fresh state: deletes the data of the app on the phone',
      kind: vscode.QuickPickItemKind.Separator,
    },
    ...opening,
    { label: 'or', kind: vscode.QuickPickItemKind.Separator },
    {
      label: '$(device-mobile) As the Phone Is',
      description: 'the flow needs the same screen at its beginning',
      beginning: 'asItIs',
    },
  ];
  const picked = await dialogs.showQuickPick(items, {
    title: 'Record: How the Flow Begins',
    placeHolder: 'Choose an app to open, or begin with the screen that is shown',
    matchOnDescription: true,
    ignoreFocusOut: true,
  });
  return picked?.beginning;
}

/** Returns the platform of the device, which the session may not know yet. */
async function readPlatform(session: DevicePanelSession): Promise<OpenedApp['platform']> {
  const device = await session.client().then(
    client => readDevice(client, session.deviceId),
    () => undefined,
  );
  return platformOf(device?.type) ?? 'android';
}

/** Returns the apps that the device can open, the one in front first; none if they cannot be read. */
async function readApps(session: DevicePanelSession): Promise<readonly NamedReference[]> {
  try {
    const client = await session.client();
    const [apps, screen] = await Promise.all([
      readInstalledApps(client, session.deviceId),
      session.readScreen(),
    ]);
    const isInFront = ({ id }: NamedReference): number => Number(id === screen?.phone_state?.packageName);
    return apps.toSorted(
      (one, other) => isInFront(other) - isInFront(one) || one.name.localeCompare(other.name),
    );
  } catch {
    // The device says why when it is used.
    return [];
  }
}
