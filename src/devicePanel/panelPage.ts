import * as vscode from 'vscode';
import { explain, RestrictedError } from '../wording/explain.ts';
import { runInBackground } from '../appState/report.ts';
import { openPage, type WebviewPage } from '../host/page.ts';
import { runCommand } from '../host/commands.ts';
import { Command } from '../manifest.ts';
import { devicePanelProtocol, type PanelRequest, type PanelState } from '../protocol/devicePanel.ts';
import type { PhoneAct } from '../protocol/phoneAct.ts';
import type { RecordingAction } from '../protocol/recorder.ts';
import type { ShownRun } from '../appState/shownRuns.ts';
import { isFinished } from '../contract/enumerations.ts';
import { type Disposable, Disposables } from '../util/disposables.ts';
import { recommendedSelector } from '../flow/record/elementChoices.ts';
import type { ElementSelector, PickTarget } from '../protocol/elementPick.ts';
import { actOnScreenStatus } from './actOnScreenStatus.ts';
import { addElementCheck } from './addElementCheck.ts';
import type { DevicePanelSession } from './devicePanelSession.ts';
import { RATE_KEY } from './deviceSessions.ts';
import { actOnLog } from './logActions.ts';
import type { PanelServices } from './panelServices.ts';
import type { Recorder } from './recorder.ts';
import { PictureFeed } from './pictureFeed.ts';
import { answerScreenRecording } from './screenRecordings/answerScreenRecording.ts';
import type { DeviceScreenRecordings } from './screenRecordings/deviceScreenRecordings.ts';
import { readNewestPasscode } from '../stores/newestPasscode.ts';
import { passcodeOf } from '../util/passcodes/passcode.ts';
import type { DeviceStore } from '../stores/deviceStore.ts';
import type { Target } from '../client/eachTarget.ts';
import { deviceSummary } from '../wording/deviceLabels.ts';
import { deviceName } from '../flow/recordNames.ts';
import type { Device } from '../contract/records/device.ts';
import { Limits } from '../contract/limits.ts';
import { requireAppFile } from './droppedFiles.ts';
import { saveBugReport } from './saveBugReport.ts';
import { PageDrops } from './pageDrops.ts';
import { dialogs, questions } from './questions.ts';
import { plainText } from '../util/plainText.ts';
import type { DropRequest } from '../protocol/droppedFile.ts';
import { basename } from 'node:path';

/** Installs app files on the device of a page. */
type InstallFiles = (files: readonly vscode.Uri[]) => Promise<void>;

/** Maximum length of a paste in characters. */
const MAX_PASTE_LENGTH = 10_000;

/** Storage key for the sections that were opened or folded. */
const SECTIONS_KEY = 'devicePanel.sections';

/** The maximum number of sections that are stored. */
const MAX_SECTIONS = 30;

const LINE_BREAKS = /\r\n?|\n/g;

/** The services that a page uses. */
export interface PageServices extends PanelServices {
  /** Carries out a command for the recording of the device. */
  readonly record: (act: RecordingAction) => Promise<void>;
  /** Returns the recorder while it records the device. */
  readonly recorder: () => Recorder | undefined;
  readonly screenRecordings: DeviceScreenRecordings;
}

/**
 * The page in the panel of a device: gets the states of the session, whose requests are answered. Screenshots are taken
 * while the panel is visible and the window has the focus.
 */
export class PanelPage implements Disposable {
  readonly #session: DevicePanelSession;
  readonly #services: PageServices;
  readonly #owned = new Disposables();
  readonly #page: WebviewPage<PanelState>;
  readonly #feed: PictureFeed;
  readonly #drops: PageDrops;
  /** The IDs of the runs that have begun. */
  readonly #runs = new Set<string>();

  constructor(
    panel: vscode.WebviewPanel,
    extension: vscode.Uri,
    session: DevicePanelSession,
    services: PageServices,
  ) {
    this.#session = session;
    this.#services = services;
    this.#feed = new PictureFeed(session.screen);
    const warn = (sentence: string): void => void dialogs.showWarningMessage(sentence);
    this.#drops = this.#owned.add(new PageDrops(session.dropped, warn));
    const page = { name: 'devicePanel', title: 'Device' };
    const { screenRecordings } = services;
    this.#owned.add({ dispose: () => session.watch(panel, false) });
    this.#owned.add({ dispose: () => screenRecordings.watch(panel, false) });
    this.#page = this.#owned.add(
      openPage<PanelRequest, PanelState>(panel.webview, extension, page, devicePanelProtocol, {
        answer: request => this.#answer(request),
        explain: error => explain(error).summary,
      }),
    );
    // A session changes many times a second, and a list can be long.
    this.#owned.add(session.onDidChange(() => this.#show()));
    this.#owned.add(screenRecordings.onDidChange(() => this.#showAll()));
    this.#owned.add(questions.onDidChange(() => this.#show()));
    this.#owned.add(services.runs.onDidChange(file => this.#countRun(services.runs.of(file))));
    const watch = (): void => {
      const isWatched = panel.visible && vscode.window.state.focused;
      session.watch(panel, isWatched);
      screenRecordings.watch(panel, isWatched);
      // VS Code destroys a hidden page.
      if (!panel.visible) void this.#drops.leave();
    };
    this.#owned.add(panel.onDidChangeViewState(watch));
    this.#owned.add(vscode.window.onDidChangeWindowState(watch));
    watch();
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #show(added: Pick<PanelState, 'screenRecordings' | 'sections'> = {}): void {
    const pictureBytes = this.#feed.next();
    this.#page.show({
      ...this.#session.state,
      asks: questions.areOpen,
      runs: this.#runs.size,
      ...added,
      ...(pictureBytes ? { pictureBytes } : {}),
    });
  }

  #countRun(run: ShownRun | undefined): void {
    if (!run || isFinished(run.execution) || this.#runs.has(run.execution.id)) return;
    this.#runs.add(run.execution.id);
    this.#show();
  }

  #showAll(added: Pick<PanelState, 'sections'> = {}): void {
    this.#show({ screenRecordings: this.#services.screenRecordings.state, ...added });
  }

  /** The sections that were opened or folded in any panel. */
  get #sections(): NonNullable<PanelState['sections']> {
    return this.#services.memory.get<PanelState['sections']>(SECTIONS_KEY, []) ?? [];
  }

  async #keepSection({ section, isOpened }: { section: string; isOpened: boolean }): Promise<void> {
    const others = this.#sections.filter(kept => kept.section !== section);
    await this.#services.memory.update(SECTIONS_KEY, [...others, { section, isOpened }].slice(-MAX_SECTIONS));
  }

  async #answer(request: PanelRequest): Promise<unknown> {
    const session = this.#session;
    const { log } = this.#services;
    switch (request.kind) {
      case 'open':
        void this.#drops.leave();
        this.#feed.restart();
        this.#showAll({ sections: this.#sections });
        break;
      case 'perform':
        return session.perform(request.gesture);
      case 'press':
        session.press();
        break;
      case 'cancelPress':
        session.known.cancelPress();
        break;
      case 'paste':
        return this.#paste(request.stealth);
      case 'typePasscode':
        return this.#typePasscode(request.stealth);
      case 'refresh':
        return session.refresh();
      case 'picture':
        return this.#feed.fetch(request.number);
      case 'confirmPicture':
        this.#feed.confirm(request.number);
        break;
      case 'field':
        return session.field();
      case 'display':
        return session.choose(request.display);
      case 'rate':
        session.repeat(request.everyMs);
        return this.#services.memory.update(RATE_KEY, request.everyMs);
      case 'openSection':
        return this.#keepSection(request);
      case 'inspect':
        return session.inspect(request.on);
      case 'copy':
        return vscode.env.clipboard.writeText(request.text);
      case 'takeScreenshot':
        runInBackground(this.#takeScreenshot(), log);
        break;
      case 'saveBugReport':
        runInBackground(saveBugReport(session, this.#services), log);
        break;
      case 'clearLog':
        session.log.clear();
        break;
      case 'phone':
        runInBackground(this.#actOnPhone(request.act), log);
        break;
      case 'place':
        return session.place.answer(request.request);
      case 'screenRecording':
        return answerScreenRecording(session, this.#services, request.request);
      case 'log':
        runInBackground(actOnLog(session, this.#services, request.act, request.selection), log);
        break;
      case 'record':
        runInBackground(this.#services.record(request.act), log);
        break;
      case 'selectLog':
        session.selected = request.selection;
        break;
      case 'stopReplay':
        session.replay.stop();
        break;
      case 'chooseMirrors':
        return this.#chooseMirrors();
      case 'mirrorPicture':
        return session.mirror.picture(await session.client(), request.id, session.screen.display);
      case 'endMirrors':
        session.mirror.choose([]);
        break;
      case 'mirrorAgain':
        session.mirror.rejoin();
        break;
      case 'pickChoices':
        return session.picker
          .choicesAt(request.target)
          ?.map(({ label, detail, isUnique }) => ({ label, detail, isUnique }));
      case 'usePick':
        session.picker.use(request.target, request.choice);
        break;
      case 'cancelPick':
        session.picker.cancel();
        break;
      case 'elementSelector':
        return this.#selectorOf(request.target);
      case 'checkElement':
        runInBackground(this.#check(request.target), log);
        break;
      case 'dropFile':
      case 'dropFiles':
        await this.#requireActing();
        // Before a file of any size is read and uploaded.
        for (const name of namesIn(request))
          requireAppFile(name, { name: session.name, type: session.state.device.kind });
        return installDropped(this.#drops, files => this.#install(files), request);
      case 'dropPart':
      case 'dropEnd':
      case 'dropCancel':
        return installDropped(this.#drops, files => this.#install(files), request);
      case 'act':
        return actOnScreenStatus(session, request.act);
    }
    return undefined;
  }

  /** Types the text of the clipboard on the device; returns false on cancel. */
  async #paste(stealth: boolean): Promise<false | undefined> {
    const copied = await vscode.env.clipboard.readText();
    if (copied === '') throw new Error('Cannot paste: the clipboard has no text.');
    if (copied.length > MAX_PASTE_LENGTH)
      throw new Error(
        `Cannot paste: the clipboard has more than ${MAX_PASTE_LENGTH.toLocaleString('en')} characters.`,
      );
    const text = await confirmPaste(copied);
    if (text === undefined) return false;
    await this.#session.perform({ kind: 'text', text, stealth });
    return undefined;
  }

  /** Types the newest passcode of the mailboxes, which the page does not get. */
  async #typePasscode(stealth: boolean): Promise<void> {
    const { mailboxes, messageMarks } = this.#services.scopes.current;
    const client = await this.#session.client();
    const message = await readNewestPasscode(client, mailboxes);
    if (!message) throw new Error('No message in the mailboxes has a passcode.');
    const text = passcodeOf(message);
    if (text === undefined) throw new Error('The newest message with a passcode does not show it.');
    await this.#session.perform({ kind: 'text', text, stealth, secret: true });
    await messageMarks.markRead(message);
  }

  /** Rejects if nothing may be done on the device: in a workspace that is not trusted, or on another connection. */
  async #requireActing(): Promise<void> {
    if (!vscode.workspace.isTrusted) throw new RestrictedError();
    await this.#session.client();
  }

  async #install(files: readonly vscode.Uri[]): Promise<void> {
    await this.#requireActing();
    await runCommand(Command.uploadApp, files, this.#session.deviceId);
  }

  async #takeScreenshot(): Promise<void> {
    // Commands act on the active connection.
    await this.#session.client();
    await runCommand(Command.takeScreenshot, { kind: 'device', record: { id: this.#session.deviceId } });
  }

  async #actOnPhone(act: PhoneAct): Promise<void> {
    // Commands act on the active connection.
    await this.#session.client();
    await runCommand(Command.actOnPhone, { kind: 'device', record: { id: this.#session.deviceId }, act });
  }

  #selectorOf(target: PickTarget): ElementSelector | undefined {
    const { screen, element } = this.#session.picker.pointedAt(target) ?? {};
    return screen && element && recommendedSelector(screen, element);
  }

  async #check(target: PickTarget): Promise<void> {
    const { screen, element } = this.#session.picker.pointedAt(target) ?? {};
    if (screen && element)
      await addElementCheck(this.#session, this.#services, { screen, element }, this.#services.recorder());
    else void dialogs.showInformationMessage('This element cannot be checked. Choose another one.');
  }

  async #chooseMirrors(): Promise<void> {
    const { mirror, deviceId } = this.#session;
    const chosen = await chooseTargets(this.#services.devices, deviceId, mirror.lines);
    if (chosen) mirror.choose(chosen);
  }
}

/**
 * Returns a text as it is to be pasted into a device: a text with line breaks only after the user confirms it, and as
 * one line if the user prefers that. Undefined on cancel.
 */
export async function confirmPaste(text: string): Promise<string | undefined> {
  const breaks = text.match(LINE_BREAKS)?.length ?? 0;
  if (breaks === 0) return text;
  const question = breaks === 1 ? 'Paste text with a line break?' : `Paste text with ${breaks} line breaks?`;
  const detail = 'The device treats a line break as Enter, which can submit a form before the rest is typed.';
  const options = { modal: true, detail };
  const picked = await dialogs.showWarningMessage(question, options, 'Paste as One Line', 'Paste');
  if (picked === undefined) return undefined;
  return picked === 'Paste'
    ? text
    : text
        .split(LINE_BREAKS)
        .map(line => line.trim())
        .filter(Boolean)
        .join(' ');
}

/**
 * Lets the user choose the devices that repeat the gestures of the device with the ID, at most `Limits.flowDevices`.
 * `chosen` devices are selected at first. Returns undefined on cancel.
 */
export async function chooseTargets(
  devices: DeviceStore,
  deviceId: string,
  chosen: readonly Target[],
): Promise<readonly Target[] | undefined> {
  const readItems = async (): Promise<(vscode.QuickPickItem & { target: Target })[]> => {
    const known = new Map<string, Device>();
    for await (const page of devices.all()) for (const device of page) known.set(device.id, device);
    const listed = [...known.values()].filter(({ id }) => id !== deviceId);
    const unlisted = chosen.filter(({ id }) => !listed.some(device => device.id === id));
    return [
      ...listed.map(device => ({
        label: deviceName(device),
        description: deviceSummary(device),
        picked: chosen.some(target => target.id === device.id),
        target: { id: device.id, name: deviceName(device) },
      })),
      ...unlisted.map(target => ({
        label: target.name,
        description: 'not in the list',
        picked: true,
        target,
      })),
    ];
  };
  const picked = await dialogs.showQuickPick(readItems(), {
    title: 'Mirror to Devices',
    placeHolder: `Select up to ${Limits.flowDevices} devices that repeat every gesture`,
    canPickMany: true,
    matchOnDescription: true,
    ignoreFocusOut: true,
  });
  if (!picked) return undefined;
  const targets = picked.map(({ target }) => target);
  const [first, ...more] = targets.slice(Limits.flowDevices);
  if (first) reportLeftOut(first, more.length);
  return targets.slice(0, Limits.flowDevices);
}

function reportLeftOut({ name }: Target, more: number): void {
  const others = more === 0 ? '' : ` and ${more} more`;
  const text = `Cannot mirror to more than ${Limits.flowDevices} devices. “${name}”${others} were left out.`;
  void dialogs.showWarningMessage(text);
}

/** Answers a request about dropped files: installs each app once its content is known. */
async function installDropped(
  files: PageDrops,
  install: InstallFiles,
  request: DropRequest,
): Promise<number | undefined> {
  switch (request.kind) {
    case 'dropFile':
      return files.begin(request.name, request.size);
    case 'dropPart':
      await files.add(request.file, request.bytes);
      return undefined;
    case 'dropCancel':
      await files.cancel(request.file);
      return undefined;
    case 'dropEnd':
      await install([vscode.Uri.file(await files.end(request.file))]);
      return undefined;
    case 'dropFiles': {
      const uris = request.uris.map(readUri);
      const other = uris.find(({ scheme }) => scheme !== 'file');
      if (other) throw new Error(`“${basename(other.path)}” is not on this computer. Save it there first.`);
      await install(uris);
      return undefined;
    }
  }
}

function namesIn(request: Extract<DropRequest, { kind: 'dropFile' | 'dropFiles' }>): readonly string[] {
  return request.kind === 'dropFile' ? [request.name] : request.uris.map(uri => basename(readUri(uri).path));
}

function readUri(text: string): vscode.Uri {
  try {
    return vscode.Uri.parse(text, true);
  } catch (error) {
    throw new Error(`“${plainText(text, 100)}” is not the address of a file.`, { cause: error });
  }
}
