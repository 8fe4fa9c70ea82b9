import * as vscode from 'vscode';
import type { StepPath } from '../flow/edit/flowEdit.ts';
import { FLOW_DEBUGGER, STOPPED_STEPS_EVENT } from '../manifest.ts';
import { stepPath } from '../protocol/flowEdit.ts';
import { Emitter } from '../util/emitter.ts';
import { Disposables } from '../util/disposables.ts';
import { isObject } from '../util/isObject.ts';
import type { DebugMarks, FileBreakpoint } from './debugMarks.ts';

/** The breakpoints and stops of one flow file in VS Code. */
export class FileDebugMarks extends Disposables {
  readonly #file: vscode.Uri;
  readonly #changed = this.add(new Emitter<void>());
  #stopped: { readonly session: string; readonly steps: readonly StepPath[] } | undefined;
  readonly onDidChange = this.#changed.event;

  constructor(file: vscode.Uri) {
    super();
    this.#file = file;
    const { debug } = vscode;
    this.add(
      debug.onDidChangeBreakpoints(({ added, removed, changed }) => {
        if ([...added, ...removed, ...changed].some(breakpoint => this.#isHere(breakpoint)))
          this.#changed.fire();
      }),
    );
    this.add(
      debug.onDidReceiveDebugSessionCustomEvent(({ session, event, body }) => {
        if (event === STOPPED_STEPS_EVENT) this.#take(session, body);
      }),
    );
    this.add(
      debug.onDidTerminateDebugSession(({ id }) => {
        if (this.#stopped?.session === id) this.#show(id, []);
      }),
    );
    const session = debug.activeDebugSession;
    if (session?.type === FLOW_DEBUGGER)
      void session.customRequest(STOPPED_STEPS_EVENT).then(
        body => this.#take(session, body),
        () => undefined,
      );
  }

  get marks(): DebugMarks {
    const breakpoints = vscode.debug.breakpoints
      .filter(breakpoint => this.#isHere(breakpoint))
      .map(toFileBreakpoint);
    return { breakpoints, stopped: this.#stopped?.steps ?? [] };
  }

  #take(session: vscode.DebugSession, body: unknown): void {
    if (session.type !== FLOW_DEBUGGER || !isObject(body)) return;
    const { flow, steps } = body;
    if (flow !== this.#file.fsPath && flow !== this.#file.toString()) return;
    this.#show(session.id, Array.isArray(steps) ? steps.filter(stepPath) : []);
  }

  #show(session: string, steps: readonly StepPath[]): void {
    this.#stopped = { session, steps };
    this.#changed.fire();
  }

  #isHere(breakpoint: vscode.Breakpoint): breakpoint is vscode.SourceBreakpoint {
    return (
      breakpoint instanceof vscode.SourceBreakpoint &&
      breakpoint.location.uri.toString() === this.#file.toString()
    );
  }
}

function toFileBreakpoint({
  location,
  enabled,
  condition,
  hitCondition,
  logMessage,
}: vscode.SourceBreakpoint): FileBreakpoint {
  const kind = logMessage ? 'log' : condition || hitCondition ? 'conditional' : 'plain';
  return { line: location.range.start.line, look: enabled ? kind : 'off' };
}
