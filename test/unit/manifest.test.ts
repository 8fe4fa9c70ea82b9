import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { packageText } from '../../scripts/manifest.mjs';
import {
  Command,
  ContextKey,
  DEVICE_PANEL,
  FLOW_EDITOR,
  SECTION,
  Setting,
  TRACE_VIEWER,
  View,
} from '../../src/manifest.ts';

interface WalkthroughStep {
  readonly description: string;
  readonly media: { readonly svg: string; readonly altText: string };
  readonly completionEvents: readonly string[];
}

interface Manifest {
  readonly name: string;
  readonly publisher: string;
  readonly icon: string;
  readonly contributes: {
    readonly commands: readonly { command: string; title: string; category: string }[];
    readonly views: Readonly<
      Record<string, readonly { id: string; name: string; icon: string; visibility?: string }[]>
    >;
    readonly viewsContainers: Readonly<Record<string, readonly { id: string; icon: string }[]>>;
    readonly viewsWelcome: readonly { view: string; contents: string }[];
    readonly walkthroughs: readonly { id: string; icon: string; steps: readonly WalkthroughStep[] }[];
    readonly menus: Readonly<Record<string, readonly { command: string; when?: string; group?: string }[]>>;
    readonly configuration: {
      readonly properties: Readonly<Record<string, { scope: string; default: unknown }>>;
    };
  };
}

const OPEN_WALKTHROUGH = 'workbench.action.openWalkthrough';

const root = new URL('../../', import.meta.url);
const text = readFileSync(new URL('package.json', root), 'utf8');
const manifest = JSON.parse(text) as Manifest;
const { commands, views, viewsContainers, viewsWelcome, menus, configuration } = manifest.contributes;
const { walkthroughs } = manifest.contributes;
const steps = walkthroughs.flatMap(one => one.steps);

function sorted(items: Iterable<string>): string[] {
  return [...items].sort();
}

it('package.json and manifest.ts contribute what src/contributions declares', async () => {
  assert.equal(text, await packageText(), 'run `npm run manifest`');
});

it('package.json and manifest.ts name the same views', () => {
  const contributed = Object.values(views).flatMap(list => list.map(view => view.id));
  assert.deepEqual(sorted(contributed), sorted(Object.values(View)));
  assert.deepEqual(Object.keys(views), [SECTION]);
});

it('package.json and manifest.ts show flows, devices, and mailboxes first, and fold the other views', () => {
  const all = views[SECTION] ?? [];
  const open = all.filter(({ visibility }) => visibility !== 'collapsed').map(({ name }) => name);
  assert.deepEqual(open, ['Flows', 'Devices', 'Mailboxes']);
  assert.deepEqual(
    all.map(({ name }) => name),
    [...open, 'Activity', 'Webhooks', 'Apps', 'Credentials', 'Actions', 'Sandbox'],
  );
});

it('package.json and manifest.ts create a new flow, and deploy nothing, with the icons above the flows', () => {
  const icons = (menus['view/title'] ?? [])
    .filter(({ when, group }) => when?.startsWith(`view == ${View.flows}`) && group?.startsWith('navigation'))
    .toSorted((first, second) => (first.group ?? '').localeCompare(second.group ?? ''))
    .map(({ command }) => command);
  assert.deepEqual(icons, [Command.newFlow, Command.searchFlows, Command.filterFlows, Command.refreshFlows]);
});

it('package.json and manifest.ts name the same settings, and allow no workspace to redirect a key', () => {
  const settings = Object.values(Setting).map(name => `${SECTION}.${name}`);
  assert.deepEqual(sorted(Object.keys(configuration.properties)), sorted(settings));
  assert.equal(configuration.properties['cloudDevices.connections']?.scope, 'application');
});

it('package.json and manifest.ts give every command the same category and a unique title without a prefix', () => {
  assert.equal(new Set(commands.map(({ title }) => title)).size, commands.length);
  for (const { command, title, category } of commands) {
    assert.equal(category, 'Cloud Devices', command);
    assert.doesNotMatch(title, /cloud devices/i, command);
  }
});

it('package.json and manifest.ts use only context keys that the extension sets', () => {
  const known = new Set<string>([
    ...Object.values(ContextKey),
    ...Object.values(View),
    ...Object.values(Command),
    DEVICE_PANEL,
    FLOW_EDITOR,
    TRACE_VIEWER,
  ]);
  const used = new Set(JSON.stringify(manifest.contributes).match(/cloudDevices\.[\w.]+/g));
  const settings = Object.keys(configuration.properties);
  assert.deepEqual(
    [...used].filter(id => !known.has(id) && !settings.includes(id)),
    [],
  );
});

it('package.json and manifest.ts refer to existing commands in menus and links', () => {
  const ids = new Set<string>(Object.values(Command));
  const named = [
    ...Object.values(menus).flatMap(items => items.map(item => item.command)),
    ...[...viewsWelcome.map(one => one.contents), ...steps.map(one => one.description)].flatMap(words =>
      [...words.matchAll(/command:([\w.]+)/g)].map(m => m[1] ?? ''),
    ),
    ...steps.flatMap(({ completionEvents }) =>
      completionEvents.flatMap(event => /^onCommand:(.*)/.exec(event)?.[1] ?? []),
    ),
  ].filter(id => id !== OPEN_WALKTHROUGH);
  assert.ok(named.length > 10);
  assert.deepEqual(
    named.filter(id => !ids.has(id)),
    [],
  );
});

it('package.json and manifest.ts open an existing walkthrough, by its name in the URL', () => {
  const opened = viewsWelcome.flatMap(({ contents }) => {
    const [, id] = new RegExp(String.raw`command:${OPEN_WALKTHROUGH}\?([^)]+)`).exec(contents) ?? [];
    return id === undefined ? [] : [JSON.parse(decodeURIComponent(id)) as unknown];
  });
  const ids = walkthroughs.map(({ id }) => `${manifest.publisher}.${manifest.name}#${id}`);
  assert.deepEqual(opened, ids);
});

it('package.json and manifest.ts refer to existing images', () => {
  const pictures = [
    manifest.icon,
    ...Object.values(viewsContainers).flatMap(list => list.map(one => one.icon)),
    ...Object.values(views).flatMap(list => list.map(one => one.icon)),
    ...walkthroughs.map(one => one.icon),
    ...steps.map(one => one.media.svg),
  ];
  assert.deepEqual(
    pictures.filter(path => !existsSync(new URL(path, root))),
    [],
  );
});

it('package.json and manifest.ts contain nothing of this computer and no key', () => {
  assert.doesNotMatch(text, /sk_|whsec_|\/home\/|\/root\/|\/work\//);
});
