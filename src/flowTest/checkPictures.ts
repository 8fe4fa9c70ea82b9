import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SandboxClient } from '../client/sandboxClient.ts';
import type { Execution } from '../contract/records/execution.ts';
import { type RunStep, runSteps, runStepNumber } from '../flow/run/runSteps.ts';
import { matchElements } from '../flow/selector/matchElements.ts';
import { Screen } from '../flow/selector/screen.ts';
import { describeSelector } from '../flow/selector/selector.ts';
import type { AcceptedPictures } from './acceptedPictures.ts';
import { type FailedPicture, runsOf, type TestFailure, hideInFailure } from './checkRun.ts';
import {
  comparePictures,
  countCompared,
  partOfPicture,
  type CursorPlace,
  leaveOut,
} from './comparePictures.ts';
import { densityOf, boundsOfFocus, leftOutParts, visibleOf } from './leftOutParts.ts';
import { type PixelPicture, PictureError, readDensity, readPicture, writePicture } from './pictureFormat.ts';
import { pictureFileName } from './pictureNames.ts';
import { findScreens, readShownScreen, type ScreenPlace, type ScreenOfRun } from './runPictures.ts';
import { runKey } from './runScreens.ts';
import { type PictureExpectation, picturesIn, type RunExpectation } from './testFile.ts';

/**
 * The share of the pixels of a run that the accepted picture must have too. A smaller one comes from masks that are gone; a
 * keyboard covers less.
 */
const LEAST_COMPARED = 0.5;

/** The accepted pictures, and the names of the devices that they are for. */
interface PictureContext {
  /** Undefined if the flow file is not on this computer. */
  readonly pictures: AcceptedPictures | undefined;
  /** Device names by device ID in lower case. */
  readonly devices: ReadonlyMap<string, string>;
  readonly signal?: AbortSignal | undefined;
}

/** A picture to compare, and the screen of a run that should look like it. */
interface WantedPicture {
  readonly expected: PictureExpectation;
  readonly place: ScreenPlace | undefined;
  /** The beginning of the messages about it. */
  readonly prefix: string;
  readonly step: RunStep | undefined;
}

/** The file of a picture, and the function that completes its failures. */
interface PictureFile {
  readonly pictures: AcceptedPictures;
  readonly file: string;
  readonly tell: (failure: TestFailure) => TestFailure;
}

/** A picture as comparisons and failures know it. */
interface PictureSubject extends Pick<PictureFile, 'file' | 'tell'>, Omit<TakenPicture, 'picture'> {
  readonly expected: PictureExpectation;
  /** The picture in messages, and the name of its file. */
  readonly what: string;
  readonly name: string;
}

/** A picture of a screen that was taken for a comparison. */
interface TakenPicture {
  readonly picture: PixelPicture;
  /** Pixels per inch; undefined if they are not known. */
  readonly dpi: number | undefined;
  readonly cursor: CursorPlace | undefined;
  readonly origin: FailedPicture['origin'];
}

/**
 * Compares the screens of runs with accepted pictures, before the sandbox is reset, and returns the failures. Rejects with
 * ApiError, and if the signal aborts.
 */
export async function checkPictures(
  reader: Pick<SandboxClient, 'getExecutionTrace' | 'getTraceScreen' | 'getTraceUiState'>,
  runs: readonly Execution[],
  expected: RunExpectation | undefined,
  { pictures, devices, signal }: PictureContext,
): Promise<readonly TestFailure[]> {
  if (picturesIn(expected).length === 0) return [];
  if (!pictures)
    return [{ message: 'Pictures are compared only for flow files on this computer, and this one is not.' }];
  const places = await findScreens(reader, runs, signal);
  const steps = runs.flatMap(({ result }) => runSteps(result));
  const screens = new Map<string, ScreenOfRun | string>();
  // Pictures of the same screen follow one another, and decoded ones are large.
  let decoded: { readonly shown: ScreenOfRun | string; readonly picture: PixelPicture | string } | undefined;
  const failures: TestFailure[] = [];
  const passed = new Set<string>();
  for (const { place, prefix, step, expected: one } of wantedPictures(expected, places, steps, devices)) {
    const tell = (failure: TestFailure): TestFailure =>
      hideInFailure({ ...failure, message: `${prefix}${failure.message}`, step });
    if (!place) {
      failures.push(tell({ message: `There is no screen to compare with the picture “${one.name}”.` }));
      continue;
    }
    const key = `${place.executionId} ${place.screenId}`;
    const shown = screens.get(key) ?? (await readShownScreen(reader, place, signal));
    screens.set(key, shown);
    // A comparison takes long, and other work waits meanwhile.
    await nextTurn();
    signal?.throwIfAborted();
    if (decoded?.shown !== shown) decoded = { shown, picture: decode(shown) };
    const file = pictureFileName(one.name, devices.get(place.deviceId) ?? 'device', place.theme);
    const failure = await checkPicture(shown, decoded.picture, one, { pictures, file, tell });
    if (failure) failures.push(failure);
    else passed.add(file);
  }
  return failures.map(failure => {
    const { picture } = failure;
    return picture && passed.has(picture.file)
      ? { ...failure, picture: { ...picture, isAcceptedElsewhere: true } }
      : failure;
  });
}

function wantedPictures(
  { steps: ofSteps = [], pictures: atEnd = [] }: RunExpectation = {},
  { after, last }: Awaited<ReturnType<typeof findScreens>>,
  steps: readonly RunStep[],
  devices: ReadonlyMap<string, string>,
): readonly WantedPicture[] {
  const afterSteps = ofSteps.flatMap(one => {
    const { pictures = [] } = one;
    return runsOf(one, steps).flatMap(step => {
      const name = step.name === undefined ? '' : ` “${step.name}”`;
      const round = step.round === undefined ? '' : `, round ${step.round + 1}`;
      const place = after.get(runKey(step));
      const prefix = `Step ${runStepNumber(step)}${name}${round}: `;
      return pictures.map(expected => ({ expected, place, prefix, step }));
    });
  });
  const ends = (last.length > 0 ? last : [undefined]).flatMap(place => {
    const step = steps.findLast(one => one.deviceId === place?.deviceId && one.status !== 'skipped');
    const name = place && (devices.get(place.deviceId) ?? place.deviceId);
    const prefix = last.length > 1 ? `On ${name ?? ''}: ` : '';
    return atEnd.map(expected => ({ expected, place, prefix, step }));
  });
  return [...afterSteps, ...ends];
}

/** Returns the picture of a screen, or the end of a sentence if it cannot be decoded. */
function decode(shown: ScreenOfRun | string): PixelPicture | string {
  if (typeof shown === 'string') return '';
  try {
    return readPicture(shown.png);
  } catch (error) {
    if (!(error instanceof PictureError)) throw error;
    return `the picture of the screen ${error.message}.`;
  }
}

async function checkPicture(
  shown: ScreenOfRun | string,
  picture: PixelPicture | string,
  expected: PictureExpectation,
  { pictures, file, tell }: PictureFile,
): Promise<TestFailure | undefined> {
  const what = `The picture “${expected.name}”`;
  if (typeof shown === 'string') return tell({ message: `${what} cannot be compared. ${shown}` });
  const taken = typeof picture === 'string' ? picture : takePicture(shown, picture, expected);
  if (typeof taken === 'string') return tell({ message: `${what} cannot be compared: ${taken}` });
  const name = pictures.nameOf(file);
  const { dpi, cursor, origin } = taken;
  const subject = { expected, what, name, file, dpi, cursor, origin, tell };
  const fail = (message: string, more?: Partial<FailedPicture>): TestFailure =>
    toFailure(message, writePicture(taken.picture, dpi), subject, more);
  try {
    const png = await pictures.read(file);
    if (!png)
      return fail(
        `${what} is not accepted yet: ${name} is missing. Accept the picture of this run if it is right.`,
      );
    const found = compare(png, taken.picture, subject);
    return found && fail(found.message, { expected: png, difference: found.difference });
  } catch (error) {
    if (!(error instanceof PictureError)) throw error;
    return fail(`${what} was not compared, because ${name} ${error.message}.`);
  }
}

/** Returns the failure of a picture, which keeps the picture only as PNG. */
function toFailure(
  message: string,
  actual: Uint8Array,
  subject: PictureSubject,
  more: Partial<FailedPicture> = {},
): TestFailure {
  const compareWith = (expected: Uint8Array): TestFailure | undefined => {
    const found = compare(expected, readPicture(actual), subject);
    return found && toFailure(found.message, actual, subject, { expected, difference: found.difference });
  };
  const {
    expected: { name },
    origin,
    file,
  } = subject;
  return subject.tell({ message, picture: { name, origin, file, actual, compareWith, ...more } });
}

/** A difference from an accepted picture. */
interface Difference {
  readonly message: string;
  /** As PNG; undefined if the two cannot be compared. */
  readonly difference?: Uint8Array;
}

/** Compares an accepted picture with a taken one. Throws PictureError if it cannot be read. */
function compare(
  png: Uint8Array,
  picture: PixelPicture,
  { expected: { tolerance = 0 }, what, name, dpi, cursor }: PictureSubject,
): Difference | undefined {
  const accepted = readPicture(png);
  if (accepted.width !== picture.width || accepted.height !== picture.height)
    return {
      message: `${what} was not compared: it has ${sizeText(picture)} pixels, and ${name} has ${sizeText(accepted)}. Accept it again if this size is right.`,
    };
  const acceptedDpi = readDensity(png);
  if (dpi !== undefined && acceptedDpi !== undefined && dpi !== acceptedDpi)
    return {
      message: `${what} was not compared: it has ${dpi} pixels per inch, and ${name} has ${acceptedDpi}. Accept it again if this density is right.`,
    };
  if (countCompared(picture, accepted) < countCompared(picture, picture) * LEAST_COMPARED)
    return {
      message: `${what} was not compared: ${name} leaves out most of what the test compares. Accept it again.`,
    };
  const { different, drawDifference } = comparePictures(accepted, picture, cursor);
  const all = picture.width * picture.height;
  if (different <= all * tolerance) return undefined;
  const pixels = different === 1 ? '1 pixel' : `${different.toLocaleString('en')} pixels`;
  const allowed = tolerance === 0 ? '' : `, more than the tolerance of ${percentText(tolerance)}`;
  return {
    message: `${what} is different from ${name} in ${pixels} (${percentText(different / all)})${allowed}.`,
    difference: writePicture(drawDifference()),
  };
}

/** Takes a picture of a screen or an element out of that of the screen. Returns the end of a sentence if that is not possible. */
function takePicture(
  { state }: ScreenOfRun,
  { data, ...size }: PixelPicture,
  { element, masks }: PictureExpectation,
): TakenPicture | string {
  const screen = new Screen(state);
  const [found] = element ? matchElements(screen, element) : [];
  if (element && !found) return `${describeSelector(element)} is not on the screen.`;
  const picture = { ...size, data: new Uint8Array(data) };
  for (const part of leftOutParts(state, screen, masks)) leaveOut(picture, part);
  const area = found && visibleOf(found);
  const part = area ? partOfPicture(picture, area) : picture;
  if (!part) return 'nothing of the element can be seen.';
  if (countCompared(part, part) === 0) return 'all of it is left out.';
  const density = densityOf(state);
  const dpi = state.device_context?.display_metrics?.densityDpi ?? undefined;
  const field = boundsOfFocus(screen);
  const { left, top } = area ?? { left: 0, top: 0 };
  const bounds = field && {
    left: field.left - left,
    top: field.top - top,
    right: field.right - left,
    bottom: field.bottom - top,
  };
  return { picture: part, dpi, cursor: bounds && { bounds, density }, origin: { left, top } };
}

function sizeText({ width, height }: PixelPicture): string {
  return `${width} × ${height}`;
}

function percentText(share: number): string {
  const percent = share * 100;
  return `${percent < 0.01 ? '<0.01' : percent.toFixed(percent < 1 ? 2 : 1)}%`;
}
