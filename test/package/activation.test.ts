import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { Socket } from 'node:net';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** An object that takes any use: every property is such an object, and it can be called and constructed. */
function anything(known: Readonly<Record<string, unknown>> = {}): never {
  const target = function (): void {
    // Never runs; it only makes the object callable and constructible.
  };
  return new Proxy(target, {
    get: (_, name) =>
      name in known ? known[String(name)] : name === Symbol.toPrimitive ? () => '' : anything(),
    set: () => true,
    apply: () => anything(),
    construct: () => anything(),
  }) as never;
}

const NAMES = [
  'window',
  'workspace',
  'commands',
  'debug',
  'EventEmitter',
  'Disposable',
  'StatusBarAlignment',
  'ThemeColor',
  'ExtensionMode',
  'ThemeIcon',
  'Uri',
  'tests',
  'languages',
  'lm',
  'TestRunProfileKind',
];
const fakeSource = NAMES.map(name => `export const ${name} = fakeVscode.${name};`).join('\n');

it('activation of the built extension reads no secret, opens no socket, starts no process, and loads only what it needs', async () => {
  const loaded: string[] = [];
  const forbidden: string[] = [];
  Reflect.set(
    globalThis,
    'fakeVscode',
    anything({ workspace: anything({ getConfiguration: () => ({ get: () => [] }) }) }),
  );
  const hooks = registerHooks({
    resolve: (name, context, next) =>
      name === 'vscode' ? { url: 'fake:vscode', shortCircuit: true } : next(name, context),
    load: (url, context, next) => {
      if (url === 'fake:vscode') return { format: 'module', source: fakeSource, shortCircuit: true };
      loaded.push(url);
      return next(url, context);
    },
  });
  const connect = Reflect.get(Socket.prototype, 'connect') as unknown;
  Socket.prototype.connect = () => {
    forbidden.push('socket');
    throw new Error('no socket at activation');
  };
  try {
    const url = pathToFileURL(resolve('dist/extension.js')).href;
    const { activate } = (await import(url)) as { activate: (context: unknown) => unknown };
    const secrets = {
      get: () => forbidden.push('secret'),
      onDidChange: () => ({ dispose: () => undefined }),
    };
    const workspaceState = { get: () => undefined, update: () => forbidden.push('state written') };
    const subscriptions: unknown[] = [];
    const extension = { packageJSON: JSON.parse(readFileSync('package.json', 'utf8')) as unknown };
    activate(anything({ secrets, workspaceState, subscriptions, extension, extensionMode: 1 }));
    assert.ok(subscriptions.length > 5);
    await new Promise(resolve => setImmediate(resolve));
  } finally {
    Reflect.set(Socket.prototype, 'connect', connect);
    hooks.deregister();
    Reflect.deleteProperty(globalThis, 'fakeVscode');
  }
  assert.deepEqual(forbidden, []);
  const own = loaded.filter(url => url.startsWith('file:') && url.includes('/dist/'));
  assert.ok(own.some(url => url.endsWith('/dist/extension.js')));
  assert.ok(!own.some(url => /client|dispatcher|command/.test(url.replace(/.*\/dist\//, ''))), own.join());
});
