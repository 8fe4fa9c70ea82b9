import * as vscode from 'vscode';
import { FLOW_DEBUGGER, OPEN_FLOW_DEBUGGER } from '../manifest.ts';
import { type Disposable, Disposables } from '../util/disposables.ts';
import { once } from '../util/once.ts';
import type { DebugServices } from './debugServices.ts';

/** Registers the debugger of flows, which is loaded when it is first used. */
export function startDebugger(services: DebugServices): Disposable {
  const owned = new Disposables();
  const load = once(async () => (await import('./debugSessions.ts')).openDebugSessions(services, owned));
  const { debug } = vscode;
  const resolveDebugConfiguration: vscode.DebugConfigurationProvider['resolveDebugConfiguration'] = async (
    _,
    config,
  ) => (await load()).complete(config);
  owned.add(debug.registerDebugConfigurationProvider(OPEN_FLOW_DEBUGGER, { resolveDebugConfiguration }));
  owned.add(
    debug.registerDebugConfigurationProvider(FLOW_DEBUGGER, {
      resolveDebugConfiguration,
      resolveDebugConfigurationWithSubstitutedVariables: async (_, config) => (await load()).prepare(config),
    }),
  );
  owned.add(
    debug.registerDebugAdapterDescriptorFactory(FLOW_DEBUGGER, {
      createDebugAdapterDescriptor: async () => (await load()).createAdapter(),
    }),
  );
  return owned;
}
