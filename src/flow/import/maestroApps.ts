import { isObject, listOf, memberOf } from '../../util/isObject.ts';
import {
  type CommandContext,
  type CommandReader,
  numberArgument,
  oneCommand,
  type StepWriter,
  type StepWriters,
  textArgument,
} from './commandContext.ts';
import { type DraftStep, oneStep, type Translation } from './imported.ts';
import { plainScalar } from './plainScalar.ts';

const MAX_FILE_NAME = 64;
/** The speed of Maestro in kilometers per hour, if none is given. */
const WALKING_KMH = 14.4;
const MAX_POINTS = 500;

const NO_APP = 'The app is not known. Add “appId” to the settings of the file.';

function appOf(value: unknown, context: CommandContext): string | undefined {
  const given = isObject(value) ? (value['appId'] ?? value['url']) : value;
  return given === undefined ? context.appId : textArgument(given, 'appId', context);
}

const launchApp: CommandReader = (value, context) => {
  const app = appOf(value, context);
  if (app === undefined) return { left: NO_APP };
  const { platform } = context.target;
  const clearData = memberOf(value, 'clearState') === true;
  const { steps, notes } = permissionSteps(memberOf(value, 'permissions'), app);
  const launch: DraftStep = {
    method: 'device.launchApp',
    params: { platform, app, ...(clearData ? { clearData } : {}) },
  };
  // Android has no keychain.
  const isKept = platform === 'ios' && memberOf(value, 'clearKeychain') === true;
  // Clearing the data of an app stops it.
  const isSame = clearData || memberOf(value, 'stopApp') === false;
  return {
    steps: [...steps, launch],
    notes: [
      ...notes,
      ...(isKept ? ['The keychain is not cleared.'] : []),
      ...(isSame ? [] : ['An app that runs already is not stopped first.']),
    ],
  };
};

/** Returns the steps that set the permissions of an app, and what they leave out. */
function permissionSteps(
  permissions: unknown,
  app: string,
): { readonly steps: readonly DraftStep[]; readonly notes: readonly string[] } {
  if (!isObject(permissions)) return { steps: [], notes: [] };
  const { notifications = permissions['all'] } = permissions;
  const names = Object.keys(permissions).filter(name => name !== 'notifications');
  const isSet = notifications === 'allow' || notifications === 'deny';
  const notes = [
    ...(names.length === 0
      ? []
      : [
          `Steps set only the permission for notifications, not ${names.map(name => `“${name.slice(0, 40)}”`).join(', ')}.`,
        ]),
    ...(isSet || notifications === undefined
      ? []
      : [`Steps allow or deny notifications, and do not set “${plainScalar(notifications).slice(0, 40)}”.`]),
  ];
  if (!isSet) return { steps: [], notes };
  const granted = notifications === 'allow';
  const params = { app, ...(granted ? {} : { granted }) };
  return { steps: [{ method: 'device.setPermission', params }], notes };
}

const setPermissions: CommandReader = (value, context) => {
  const app = appOf(isObject(value) ? { appId: value['appId'] } : {}, context);
  if (app === undefined) return { left: NO_APP };
  const { steps, notes } = permissionSteps(memberOf(value, 'permissions'), app);
  if (steps.length > 0) return { steps, notes };
  return { left: notes.length > 0 ? notes.join(' ') : 'It sets no permission.' };
};

const leaveApp: CommandReader = () =>
  oneStep('device.globalAction', { button: 'home' }, ['The app is left, but it keeps running.']);

const openLink: CommandReader = (value, context) => {
  const url = textArgument(value, 'link', context);
  return url === undefined ? { left: 'The address cannot be read.' } : oneStep('device.openUrl', { url });
};

const takeScreenshot: CommandReader = (value, context) => {
  const path = textArgument(value, 'path', context);
  if (path === undefined) return { left: 'The name of the file cannot be read.' };
  const isSame = /^[\w-]{1,64}$/.test(path) || path.includes('{{');
  const name = isSame
    ? path
    : path
        .replaceAll(/[^\w-]+/g, '-')
        .replaceAll(/^-+|-+$/g, '')
        .slice(-MAX_FILE_NAME);
  if (name === '') return oneStep('device.screenshot', {}, ['The file has the name “screen”.']);
  return oneStep('device.screenshot', { name }, isSame ? [] : [`The file has the name “${name}”.`]);
};

const setLocation: CommandReader = (value, context) => {
  const [latitude, longitude] = ['latitude', 'longitude'].map(name => coordinate(value, name, context));
  if (latitude === undefined || longitude === undefined) return { left: 'The position cannot be read.' };
  return oneStep('device.setLocation', { latitude, longitude });
};

/** Returns a coordinate: a number, or an expression. */
function coordinate(value: unknown, name: string, context: CommandContext): number | string | undefined {
  const number = numberArgument(value, name, context);
  const text = textArgument(value, name, context);
  return number ?? (text?.startsWith('{{') === true ? text : undefined);
}

const travel: CommandReader = (value, context) => {
  const route = listOf(memberOf(value, 'points')).map(point => {
    const [latitude, longitude] = plainScalar(point).split(',').map(Number);
    return [longitude, latitude];
  });
  const isRoute = route.length > 1 && route.length <= MAX_POINTS;
  if (!isRoute || route.flat().some(number => !Number.isFinite(number)))
    return { left: 'The points cannot be read.' };
  const speed = numberArgument(value, 'speed', context);
  // Maestro counts in meters per second.
  return oneStep('device.followRoute', {
    route,
    speedKmh: speed === undefined ? WALKING_KMH : Math.round(speed * 36) / 10,
  });
};

const waitForAnimationToEnd: CommandReader = () =>
  oneStep('flow.wait', { seconds: 1 }, [
    'The step waits for a second, whether or not the screen still moves.',
  ]);

const assertWithAI: CommandReader = (value, context) => {
  const question = textArgument(value, 'assertion', context);
  if (question === undefined) return { left: 'The assertion cannot be read.' };
  const key = context.variables.newKey('decided');
  const decide: DraftStep = { method: 'agent.decide', params: { question }, key };
  const notes = ['An agent of the service decides.'];
  // Maestro only warns, unless the assertion is required.
  if (memberOf(value, 'optional') !== false) return { steps: [decide], notes };
  const stop: DraftStep = {
    method: 'flow.stop',
    params: { outcome: 'failed', reason: question.slice(0, 500) },
  };
  const params = { left: `{{steps.${key}.body.yes}}`, operator: 'equals', right: false };
  return { steps: [decide, { method: 'flow.branch', params, children: [stop] }], notes };
};

const extractTextWithAI: CommandReader = (value, context) => {
  const description = textArgument(value, 'query', context);
  if (description === undefined) return { left: 'The question cannot be read.' };
  const key = context.variables.newKey('extracted');
  const variable = plainScalar(memberOf(value, 'outputVariable') ?? 'aiOutput');
  const fields = { text: { type: 'string', description } };
  context.variables.setOutput(variable, { kind: 'later', text: `{{steps.${key}.body.values.text}}` });
  const step: DraftStep = { method: 'agent.extract', params: { source: { kind: 'screen' }, fields }, key };
  return { steps: [step], notes: ['An agent of the service reads the text.'] };
};

const clearKeychain: CommandReader = (_value, { target }) =>
  target.platform === 'android'
    ? { steps: [], hints: ['Android has no keychain.'] }
    : { left: 'Steps do not clear the keychain.' };

function left(reason: string): CommandReader {
  return (): Translation => ({ left: reason });
}

/** The commands about apps, the device, and agents. */
export const APP_COMMANDS: Readonly<Record<string, CommandReader>> = {
  launchApp,
  setPermissions,
  stopApp: leaveApp,
  killApp: leaveApp,
  openLink,
  openBrowser: openLink,
  takeScreenshot,
  setLocation,
  travel,
  waitForAnimationToEnd,
  assertWithAI,
  extractTextWithAI,
  assertNoDefectsWithAI: left('Steps do not look for defects.'),
  assertScreenshot: left('Steps do not compare the screen with a picture of the project.'),
  assertDarkMode: left('Steps do not read the theme of the device.'),
  assertLightMode: left('Steps do not read the theme of the device.'),
  addMedia: left('Steps do not copy files of the project to the device.'),
  clearKeychain,
  runScript: left('Scripts are not run and have no steps.'),
  setOrientation: left('Steps do not turn the screen.'),
  setAirplaneMode: left('Steps do not change the airplane mode.'),
  toggleAirplaneMode: left('Steps do not change the airplane mode.'),
  startRecording: left('Steps do not start a recording. Set the recording of the flow.'),
  stopRecording: left('Steps do not stop a recording. Set the recording of the flow.'),
};

const writeLaunch: StepWriter = ({ app, clearData }, { appId, text }) =>
  oneCommand('launchApp', {
    ...(app === appId ? {} : { appId: text(app) }),
    ...(clearData === true ? { clearState: true } : { stopApp: false }),
  });

const writePermission: StepWriter = ({ app, granted }, { appId, text }) =>
  oneCommand('setPermissions', {
    ...(app === appId ? {} : { appId: text(app) }),
    permissions: { notifications: granted === false ? 'deny' : 'allow' },
  });

const writeScreenshot: StepWriter = ({ name = 'screen' }, { text }) =>
  oneCommand('takeScreenshot', { path: text(name) });

const writeLocation: StepWriter = ({ latitude, longitude }, { text }) => {
  const written = (value: unknown): unknown => (typeof value === 'number' ? value : text(value));
  return oneCommand('setLocation', { latitude: written(latitude), longitude: written(longitude) });
};

const writeRoute: StepWriter = ({ route, speedKmh }) => {
  const points = listOf(route);
  const isFixed = points.every(point =>
    listOf(point)
      .slice(0, 2)
      .every(number => typeof number === 'number'),
  );
  if (!isFixed || points.length < 2 || typeof speedKmh !== 'number') return undefined;
  const stays = points.some(point => memberOf(point, 2) !== undefined);
  const args = {
    points: points.map(point => `${String(memberOf(point, 1))},${String(memberOf(point, 0))}`),
    speed: Number((speedKmh / 3.6).toFixed(4)),
  };
  return oneCommand('travel', args, stays ? ['It does not stay at the points.'] : []);
};

const writePause: StepWriter = ({ seconds }) =>
  typeof seconds === 'number'
    ? oneCommand('waitForAnimationToEnd', seconds === 1 ? {} : { timeout: Math.round(seconds * 1000) }, [
        `Maestro waits until the screen no longer moves${seconds === 1 ? '' : `, at most ${seconds} seconds`}.`,
      ])
    : undefined;

const writeDecision: StepWriter = ({ question }, { text }) =>
  oneCommand('assertWithAI', { assertion: text(question) }, ['The model of Maestro decides.']);

const writeExtraction: StepWriter = ({ source, fields }, { text }) => {
  const query = memberOf(memberOf(fields, 'text'), 'description');
  const isText = isObject(fields) && Object.keys(fields).length === 1 && query !== undefined;
  return isText && memberOf(source, 'kind') === 'screen'
    ? oneCommand('extractTextWithAI', { query: text(query) }, ['The model of Maestro reads the text.'])
    : undefined;
};

/** The writers of steps about apps, the device, and agents. */
export const APP_STEPS: StepWriters = {
  'device.launchApp': writeLaunch,
  'device.setPermission': writePermission,
  'device.openUrl': ({ url }, { text }) => oneCommand('openLink', { link: text(url) }),
  'device.screenshot': writeScreenshot,
  'device.setLocation': writeLocation,
  'device.followRoute': writeRoute,
  'flow.wait': writePause,
  'agent.decide': writeDecision,
  'agent.extract': writeExtraction,
};
