import type { PanelState } from '../../src/protocol/devicePanel.ts';

const size = { width: 1080, height: 2400 };
const taken = { number: 1, display: 0, takenAt: Date.now() };
/** A device with a visible screen. */
export const ready: PanelState = {
  device: {
    id: 'one',
    name: 'Pixel phone',
    state: 'ready',
    kind: 'android_cloud_phone',
    connection: 'Sandbox',
    connectionId: 'sandbox',
  },
  lacks: [],
  situation: undefined,
  takesGestures: true,
  screen: { display: 0, absent: [], size, picture: taken, everyMs: 2000 },
  place: { device: undefined, problem: undefined, saved: [], track: undefined, asked: 0 },
  elements: undefined,
  pick: undefined,
  outline: undefined,
  replay: undefined,
  recording: undefined,
  mirrors: [],
  log: [],
};
const element = {
  ...{ left: 60, top: 400, right: 1020, bottom: 520, depth: 1, name: 'Button “Send”' },
  facts: [{ name: 'Class', value: 'android.widget.Button' }],
};
/** Two nested elements of its screen. */
export const elements = {
  list: [{ ...element, left: 0, top: 0, right: 1080, bottom: 2400, depth: 0 }, element],
  problem: undefined,
  read: 1,
};

/** A track that has been opened for the device. */
export const track: PanelState['place']['track'] = {
  number: 1,
  name: 'walk.gpx',
  note: undefined,
  timed: false,
  positions: 2,
  meters: 1000,
  duration: 120_000,
  speed: { kind: 'steady', kmh: 30 },
  play: 'ready',
  elapsed: 0,
  gone: 0,
  problem: undefined,
};

/** The reason why the screen of a stopped device cannot be shown. */
export const stopped = {
  icon: 'debug-pause',
  title: 'Device stopped',
  sentence: 'Its apps and data are kept. Resume the device to use it.',
  acts: [{ act: 'resume', label: 'Resume' }],
} as const;
