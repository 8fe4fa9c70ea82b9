import type * as vscode from 'vscode';
import { runAt } from './runAddress.ts';
import { RunDocument } from './runDocument.ts';
import type { ShownTrace } from './shownTrace.ts';
import { OpenTraceFile } from './openTraceFile.ts';
import type { TraceServices } from './traceServices.ts';
import { offersSandboxOperations } from '../stores/connection.ts';

export { runAddress, viewColumnOf } from './runAddress.ts';
export { TraceSession } from './traceSession.ts';

/** Opens a trace file, or the evidence of a run. */
export function openShownTrace(uri: vscode.Uri, services: TraceServices): ShownTrace {
  const run = runAt(uri);
  if (!run) return new OpenTraceFile(uri);
  const { connectionId, ...rest } = run;
  const connection = services.connections.withId(connectionId);
  return new RunDocument(uri, connection?.name ?? '', {
    ...rest,
    connectionId,
    client: async () => {
      if (!connection) throw new Error('The connection of this run was removed.');
      return services.scopes.of(connection).session.client();
    },
    kept: () => services.history.traceOf(rest.executionId),
    failedChecks: () => services.history.failedChecks.get(rest.executionId) ?? [],
    isTest: services.history.find(rest.executionId)?.run.isTest === true,
    openSandbox: offersSandboxOperations(connection) ? () => services.clients.openSandbox() : undefined,
    isStopped: () => connection?.kind === 'sandbox' && !services.sandbox.isRunning,
  });
}
