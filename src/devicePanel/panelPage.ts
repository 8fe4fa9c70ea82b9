import * as vscode from 'vscode';
import type { DeviceGesture } from '../flow/record/deviceGesture.ts';
import { explain } from '../host/explain.ts';
import { reportFailure } from '../host/report.ts';
import { openPage, type Page, type PageAnswer } from '../host/page.ts';
import { runCommand } from '../host/runCommand.ts';
import { Command } from '../manifest.ts';
import { devicePanelProtocol, type PanelRequest, type PanelState } from '../protocol/devicePanel.ts';
import { type Disposable, Disposables } from '../util/disposables.ts';
import { chooseTargets } from './chooseTargets.ts';
import type { DevicePanelSession } from './devicePanelSession.ts';
import { confirmPaste } from './pasteText.ts';
import { RATE_KEY } from './deviceSessions.ts';
import { actOnLog } from './logActions.ts';
import type { PanelServices } from './panelServices.ts';

/** Maximum length of a paste in characters. */
const LONGEST_PASTE = 10_000;

/** One webview of a device: sends it the states of the session and answers its requests. */
export class PanelPage implements Disposable {
  readonly #session: DevicePanelSession;
  readonly #services: PanelServices;
  readonly #owned = new Disposables();
  readonly #page: Page<PanelState>;

  constructor(
    webview: vscode.Webview,
    extension: vscode.Uri,
    session: DevicePanelSession,
    services: PanelServices,
  ) {
    this.#session = session;
    this.#services = services;
    const look = { name: 'devicePanel', title: 'Device' };
    this.#page = this.#owned.add(
      openPage<PanelRequest, PanelState>(webview, extension, look, devicePanelProtocol, {
        answer: request => this.#answer(request),
        explain: error => explain(error).summary,
      }),
    );
    this.#owned.add(session.onDidChange(() => this.#show()));
    // A view reused for another device keeps its webview, which does not request the state again.
    this.#show();
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #show(): void {
    this.#page.show(this.#session.state);
  }

  async #answer(request: PanelRequest): Promise<PageAnswer> {
    const session = this.#session;
    switch (request.kind) {
      case 'open':
        this.#show();
        return { answer: null };
      case 'perform':
        return this.#perform(request.gesture);
      case 'paste': {
        const text = await vscode.env.clipboard.readText();
        const problem = pasteProblem(text);
        if (problem !== undefined) return { sentence: problem, again: false };
        const pasted = await confirmPaste(text);
        if (pasted === undefined) return { answer: false };
        return this.#perform({ kind: 'text', text: pasted, stealth: request.stealth });
      }
      case 'refresh':
        await session.refresh();
        return { answer: null };
      case 'picture': {
        const { picture } = session.screen;
        return { answer: picture?.number === request.number ? picture.bytes : null };
      }
      case 'field':
        return { answer: await session.field() };
      case 'display':
        await session.choose(request.display);
        return { answer: null };
      case 'rate':
        session.repeat(request.everyMs);
        await this.#services.memory.update(RATE_KEY, request.everyMs);
        return { answer: null };
      case 'inspect':
        await session.inspect(request.on);
        return { answer: null };
      case 'copy':
        await vscode.env.clipboard.writeText(request.text);
        return { answer: null };
      case 'clearLog':
        session.log.clear();
        return { answer: null };
      case 'place':
        return { answer: await session.place.answer(request.request) };
      case 'log':
        // Its dialogs may stay open for long; other requests must not wait.
        void actOnLog(session, this.#services, request.act, request.selection).catch((error: unknown) =>
          reportFailure(error, this.#services.log),
        );
        return { answer: null };
      case 'selectLog':
        session.selected = { ...request.selection, at: Date.now() };
        return { answer: null };
      case 'stopReplay':
        session.replay.stop();
        return { answer: null };
      case 'chooseMirrors':
        await this.#chooseMirrors();
        return { answer: null };
      case 'mirrorPicture':
        return { answer: (await session.mirrorPicture(request.id)) ?? null };
      case 'endMirrors':
        session.mirror.choose([]);
        return { answer: null };
      case 'mirrorAgain':
        session.mirror.rejoin();
        return { answer: null };
      case 'act':
        await this.#act(request.act);
        return { answer: null };
    }
  }

  async #perform(gesture: DeviceGesture): Promise<PageAnswer> {
    try {
      await this.#session.perform(gesture);
    } catch (error) {
      // Never repeated automatically: the device may have performed it despite the error.
      return { sentence: explain(error).summary, again: false };
    }
    return { answer: null };
  }

  async #chooseMirrors(): Promise<void> {
    const { mirror, deviceId } = this.#session;
    const chosen = await chooseTargets(this.#services.devices, deviceId, mirror.lines);
    if (chosen) mirror.choose(chosen);
  }

  async #act(act: Extract<PanelRequest, { kind: 'act' }>['act']): Promise<void> {
    if (act === 'signIn') await runCommand(Command.signIn);
    else if (act === 'connection') await runCommand(Command.switchConnection);
    else await this.#session.act(act);
  }
}

function pasteProblem({ length }: string): string | undefined {
  if (length === 0) return 'Cannot paste: the clipboard has no text.';
  if (length <= LONGEST_PASTE) return undefined;
  return `Cannot paste: the clipboard has more than ${LONGEST_PASTE.toLocaleString('en')} characters.`;
}
