import { type DemoAction, DIALECT_2020, DIALECT_7 } from './demoAction.ts';

const latitude = { type: 'number', minimum: -90, maximum: 90, description: 'Degrees; south is negative.' };
const longitude = { type: 'number', minimum: -180, maximum: 180, description: 'Degrees; west is negative.' };

/** Actions that change the position, apps and state of a device. */
export const deviceStateActions: readonly DemoAction[] = [
  {
    service: 'devices_api',
    method: 'device.setLocation',
    name: 'Set location',
    description:
      'Sets the simulated GPS position. The position that internet addresses give away keeps following the proxy.',
    paramsSchema: {
      $schema: DIALECT_2020,
      type: 'object',
      required: ['latitude', 'longitude'],
      properties: {
        latitude: { ...latitude, examples: [52.52] },
        longitude: { ...longitude, examples: [13.405] },
        accuracyMetres: { type: ['number', 'null'], minimum: 0, default: null },
      },
    },
    effect:
      'The position of the simulated device and the dot in its map app move at once. Fails with code `client_error` on a device without geo.',
    output: {
      latitude: { description: 'The new position.', example: 52.52 },
      longitude: { description: 'The new position.', example: 13.405 },
    },
  },
  {
    service: 'devices_api',
    method: 'device.followRoute',
    name: 'Follow a route',
    description: 'Moves the GPS position along a list of points at a given speed.',
    params: { speedKmh: 30 },
    paramsSchema: {
      $schema: DIALECT_2020,
      type: 'object',
      required: ['route'],
      properties: {
        route: {
          type: 'array',
          title: 'Route',
          minItems: 2,
          maxItems: 500,
          items: {
            type: 'array',
            title: 'Point',
            description: 'Longitude, latitude and, if wanted, seconds to stay.',
            prefixItems: [longitude, latitude, { type: 'number', minimum: 0, description: 'Seconds.' }],
            items: false,
            minItems: 2,
          },
          examples: [
            [
              [13.3777, 52.5163],
              [13.4094, 52.5208, 30],
            ],
          ],
        },
        speedKmh: { type: 'number', exclusiveMinimum: 0, maximum: 1000, default: 30 },
        repeat: { type: 'boolean', default: false, description: 'Goes the route once more from its start.' },
      },
    },
    effect:
      'Sets the position to each point in turn; travel and stays take sandbox time. Needs geo like Set location.',
    output: {
      points: { description: 'Number of points visited.', example: 2 },
      distanceMetres: { description: 'Length of the route.', example: 2205 },
    },
  },
  {
    service: 'devices_api',
    method: 'device.resetLocation',
    name: 'Reset location',
    description: 'Returns to the position that the device has without simulation.',
    paramsSchema: { $schema: DIALECT_2020, type: 'object', maxProperties: 0 },
    effect: 'The simulated position is that of the device’s country again. Needs geo like Set location.',
    output: {},
  },
  {
    service: 'devices_api',
    method: 'device.launchApp',
    name: 'Launch app',
    description: 'Starts an app by its package, on Android with an activity and extras where needed.',
    paramsSchema: {
      $schema: DIALECT_2020,
      type: 'object',
      required: ['platform', 'app'],
      properties: {
        platform: { enum: ['android', 'ios'] },
        app: { type: 'string', minLength: 3, examples: ['org.sandbox.messages'] },
        clearData: { type: 'boolean', default: false, description: 'Start as if freshly installed.' },
      },
      if: { properties: { platform: { const: 'android' } } },
      then: {
        properties: {
          app: { pattern: '^[a-zA-Z]\\w*(\\.[a-zA-Z]\\w*)+$' },
          activity: { type: 'string', pattern: '^\\.?[A-Za-z][\\w.]*$' },
          extras: {
            type: 'object',
            description: 'Values handed to the activity.',
            additionalProperties: { type: ['string', 'number', 'boolean'] },
          },
        },
      },
      else: { properties: { app: { pattern: '^[A-Za-z0-9.-]+$' }, activity: false, extras: false } },
    },
    effect:
      'The app comes to the front of the simulated device. Fails with code `client_error` when it is not installed or the platform is another.',
    output: { app: { description: 'Package in front.', example: 'org.sandbox.messages' } },
  },
  {
    service: 'devices_api',
    method: 'device.installApp',
    name: 'Install app',
    description: 'Installs an app of your storage on the device, the newest version unless told otherwise.',
    paramsSchema: {
      $schema: DIALECT_7,
      type: 'object',
      required: ['appId'],
      properties: {
        appId: { type: 'string', format: 'uuid', title: 'App' },
        versionCode: { type: ['integer', 'null'], minimum: 1, default: null },
        grantPermissions: {
          type: 'array',
          uniqueItems: true,
          items: { enum: ['camera', 'contacts', 'location', 'microphone', 'notifications', 'storage'] },
          default: [],
        },
      },
      additionalProperties: false,
    },
    effect:
      'The app’s icon appears on the simulated home screen. Fails with code `client_error` when the app is unknown or still queued.',
    output: {
      bundleId: { description: 'Package that was installed.', example: 'com.example.shop' },
      versionName: { description: 'Version that was installed.', example: '4.2.0' },
    },
  },
  {
    service: 'devices_api',
    method: 'device.openUrl',
    name: 'Open address',
    description: 'Opens a web address in the browser, or a deep link in the app that owns it.',
    paramsSchema: {
      $schema: DIALECT_2020,
      type: 'object',
      required: ['url'],
      properties: {
        url: { type: 'string', format: 'uri', examples: ['https://example.com/offer', 'maps://berlin'] },
        browser: {
          type: 'string',
          deprecated: true,
          description: 'No longer used: the address opens in the device’s own browser.',
        },
      },
    },
    effect:
      'The simulated browser, or the app of the link’s scheme, comes to the front and shows the address.',
    output: { app: { description: 'Package in front.', example: 'org.sandbox.browser' } },
  },
  {
    service: 'devices_api',
    method: 'device.reboot',
    name: 'Reboot device',
    description: 'Reboots the device and waits until it is ready again.',
    effect:
      'The device is `rebooting` for a moment, then `ready` on its home screen. Fails with code `transient` when it is out of reach.',
    output: { waitedMs: { description: 'How long it took.', example: 4000 } },
  },
];
