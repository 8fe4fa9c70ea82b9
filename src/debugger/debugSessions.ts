import * as vscode from 'vscode';
import { activeTab } from '../host/activeTab.ts';
import { dialogs } from '../host/dialogs.ts';
import { addressOf, fileOf, FLOW_DOCUMENTS } from '../host/flowFiles.ts';
import { runCommand } from '../host/commands.ts';
import { Command, FLOW_DEBUGGER, OPEN_FLOW_DEBUGGER } from '../manifest.ts';
import type { Disposables } from '../util/disposables.ts';
import { toError } from '../util/errors.ts';
import type { DebugPort } from './debugPort.ts';
import type { DebugServices } from './debugServices.ts';
import { hoveredExpression } from './hoveredExpression.ts';
import { FlowDebugger } from './flowDebugger.ts';
import { LATEST_RUN, readLaunch } from './launch.ts';
import type { Outgoing, Request } from './protocol.ts';
import { isOnlyVisual, windowPort } from './windowPort.ts';
import { offersSandboxOperations } from '../stores/connection.ts';

/** The debugger of flows as VS Code uses it. */
export interface DebugSessions {
  /** Fills in an empty configuration, which VS Code passes if there is no launch.json. */
  readonly complete: (config: vscode.DebugConfiguration) => vscode.DebugConfiguration | undefined;
  /**
   * Returns a configuration that can start. Otherwise, the command that asks for what is missing starts anew, and this
   * returns undefined.
   */
  readonly prepare: (config: vscode.DebugConfiguration) => vscode.DebugConfiguration | undefined;
  readonly createAdapter: () => vscode.DebugAdapterDescriptor;
}

/** Creates the debugger, and what only debugging needs: hovers over expressions, and steps shown by their frames. */
export function openDebugSessions(services: DebugServices, owned: Disposables): DebugSessions {
  const hovers = vscode.languages.registerEvaluatableExpressionProvider(FLOW_DOCUMENTS, {
    provideEvaluatableExpression: (document, { line, character }) => {
      const found = hoveredExpression(document.lineAt(line).text, character);
      if (!found) return undefined;
      const range = new vscode.Range(line, found.start, line, found.end);
      return new vscode.EvaluatableExpression(range, found.expression);
    },
  });
  owned.add(hovers);
  owned.add(vscode.debug.onDidChangeActiveStackItem(item => void revealFrame(services, item)));
  const port = windowPort(services);
  return {
    complete: config => {
      const { type, flow } = config;
      const isComplete = typeof type === 'string' && type !== '' && type !== OPEN_FLOW_DEBUGGER;
      if (isComplete || flow !== undefined) return { ...config, type: FLOW_DEBUGGER };
      const file = activeTab()?.file;
      if (file?.path.endsWith('.flow.json'))
        return {
          ...config,
          type: FLOW_DEBUGGER,
          request: 'launch',
          name: 'Debug Flow',
          flow: addressOf(file),
        };
      void dialogs.showInformationMessage('Open a *.flow.json file to debug it.');
      return undefined;
    },
    prepare: config => {
      try {
        const { flow, payload, devices, test, from, fromRun } = readLaunch(config);
        if (test !== undefined) return config;
        const isChosen = from === undefined || (fromRun !== undefined && fromRun !== LATEST_RUN);
        const isReady = payload !== undefined && devices !== undefined && isChosen;
        if (isReady && offersSandboxOperations(services.session.connection)) return config;
        void runCommand(Command.debugFlow, fileOf(flow), config);
      } catch (error) {
        void dialogs.showErrorMessage(toError(error).message, { modal: true });
      }
      return undefined;
    },
    createAdapter: () => new vscode.DebugAdapterInlineImplementation(new InlineAdapter(port)),
  };
}

/** Passes messages between VS Code and the debugger of one session. */
class InlineAdapter extends vscode.Disposable implements vscode.DebugAdapter {
  readonly #debugger: FlowDebugger;
  readonly onDidSendMessage: vscode.Event<vscode.DebugProtocolMessage>;

  constructor(port: DebugPort) {
    const sent = new vscode.EventEmitter<vscode.DebugProtocolMessage>();
    let next = 1;
    const flows = new FlowDebugger(port, (message: Outgoing) => sent.fire({ seq: next++, ...message }));
    super(() => {
      void flows.close();
      sent.dispose();
    });
    this.#debugger = flows;
    this.onDidSendMessage = sent.event;
  }

  handleMessage(message: vscode.DebugProtocolMessage): void {
    // VS Code's type has no members, so that it does not depend on the protocol.
    const request = message as Request;
    if (request.type === 'request') void this.#debugger.handle(request);
  }
}

// The frames of a flow that is open only in the visual editor lead to no text, so its step is shown instead.
async function revealFrame(
  { flowEditors }: DebugServices,
  item: vscode.DebugThread | vscode.DebugStackFrame | undefined,
): Promise<void> {
  if (!(item instanceof vscode.DebugStackFrame) || item.session.type !== FLOW_DEBUGGER) return;
  const { flow } = item.session.configuration;
  if (typeof flow !== 'string' || !isOnlyVisual(fileOf(flow))) return;
  try {
    const { offset } = (await item.session.customRequest('frameOffset', { frameId: item.frameId })) as {
      readonly offset?: number;
    };
    if (offset !== undefined) flowEditors.reveal(fileOf(flow), offset);
  } catch {
    // The thread has gone on in the meantime.
  }
}
