/** The steps of a flow: the method and the parameters of each. */
export type PhoneSteps = readonly (readonly [method: string, params: object])[];

/** The packages of apps that the flows use. */
export const FORM = 'org.sandbox.form';
const [SETTINGS, MAPS, BROWSER] = ['org.sandbox.settings', 'org.sandbox.maps', 'org.sandbox.browser'];

const field = (name: string): object => ({ by: 'resourceId', resourceId: `${FORM}:id/form.${name}` });
const text = (shown: string): object => ({ by: 'text', text: shown });
const open = (app: string): PhoneSteps[number] => ['device.launchApp', launch(app)];
const tap = (target: object): PhoneSteps[number] => ['device.tap', { target }];
const type = (typed: string, more: object = {}): PhoneSteps[number] => [
  'device.typeText',
  { text: typed, ...more },
];
const button = (name: string): PhoneSteps[number] => ['device.globalAction', { button: name }];
const key = (name: string): PhoneSteps[number] => ['device.pressKey', { key: name }];
const shows = (contains: string): PhoneSteps[number] => ['device.assertText', { contains }];
const check = (element: object, equals: string): PhoneSteps[number] => [
  'device.checkElement',
  { element, equals },
];
const read = (element: object): PhoneSteps[number] => ['device.readElement', { element }];
const upload = (filename: string, content: string): PhoneSteps[number] => [
  'files.upload',
  { filename, folder: '/sdcard/Download', content: { kind: 'text', text: content } },
];

/** The name field of the form. */
export const NAME = field('name');

/** Returns the parameters of a step that opens an app as new. */
export function launch(app: string): object {
  return { platform: 'android', app, clearData: true };
}

const SUCCEEDING: Readonly<Record<string, PhoneSteps>> = {
  'fills a form': [
    ['device.launchApp', launch(FORM)],
    tap(NAME),
    ['device.typeText', { text: 'Ada Lovelace' }],
    ['device.hideKeyboard', {}],
    ['device.readElement', { element: NAME }],
    ['device.checkElement', { element: NAME, equals: 'Ada Lovelace' }],
  ],
  'corrects a text': [
    ['device.launchApp', launch(FORM)],
    tap(NAME),
    ['device.typeText', { text: 'Adaa' }],
    ['device.pressKey', { key: 'delete' }],
    ['device.checkElement', { element: { by: 'text', text: 'Ada', role: 'field' } }],
    ['device.clearText', {}],
    ['device.typeText', { text: 'Grace', clear: true }],
    ['device.checkElement', { element: { by: 'text', text: 'Grace' } }],
  ],
  'scrolls to a setting and switches it': [
    ['device.launchApp', launch('org.sandbox.settings')],
    ['device.scrollTo', { element: { by: 'text', text: 'About this phone', exact: false } }],
    ['device.assertText', { contains: 'About this phone' }],
    ['device.globalAction', { button: 'home' }],
  ],
  'swipes and presses long': [
    ['device.launchApp', launch('org.sandbox.maps')],
    ['device.swipe', { gesture: { direction: 'left', distance: 0.3 }, stealth: false }],
    ['device.longPress', { x: 540, y: 1200, duration: 700 }],
    ['device.globalAction', { button: 'recents' }],
    ['device.globalAction', { button: 'back' }],
  ],
  'opens an address': [
    ['device.openUrl', { url: 'https://shop.example/' }],
    ['device.assertText', { contains: 'shop', ignoreCase: true }],
  ],
  'sets the phone up': [
    ['device.setTimeZone', { timezone: 'Asia/Tokyo' }],
    ['device.setLanguage', { locale: 'pt-BR' }],
    ['device.setClipboard', { content: 'copied' }],
    ['device.readClipboard', {}],
    ['device.setLocation', { latitude: 48.2, longitude: 16.4 }],
    ['device.setPermission', { app: FORM, granted: true }],
    ['device.resetLocation', {}],
  ],
  'stores a file and fetches it': [
    [
      'files.upload',
      { filename: 'note.txt', folder: '/sdcard/Download', content: { kind: 'text', text: 'Hello' } },
    ],
    ['files.download', { path: '/sdcard/Download/note.txt' }],
  ],
  'takes a picture': [
    ['device.launchApp', launch(FORM)],
    ['device.screenshot', { name: 'whole' }],
    ['device.screenshot', { name: 'part', area: { left: 0, top: 0, right: 200, bottom: 100 } }],
  ],
  'types into every field': [
    open(FORM),
    tap(NAME),
    type('Ada\tada@example.com'),
    check(NAME, 'Ada'),
    check(field('email'), 'ada@example.com'),
  ],
  'goes to the next field with a key': [
    open(FORM),
    tap(NAME),
    key('tab'),
    type('a@b.example'),
    read(field('email')),
  ],
  'types a password': [open(FORM), tap(field('password')), type('hunter2hunter2'), button('back')],
  'replaces a password': [
    open(FORM),
    tap(field('password')),
    type('first1'),
    type('second2', { clear: true }),
  ],
  'types other alphabets': [open(FORM), tap(NAME), type('Zoë 你好 😀'), check(NAME, 'Zoë 你好 😀')],
  'types what shells read': [open(FORM), tap(NAME), type('$(id) `ls` "x" \'y\' %s'), read(NAME)],
  'types like a person': [open(FORM), tap(NAME), type('Ada', { stealth: true }), check(NAME, 'Ada')],
  'empties a field twice': [
    open(FORM),
    tap(NAME),
    type('Ada'),
    ['device.clearText', {}],
    ['device.clearText', {}],
    read(NAME),
  ],
  'deletes several characters': [
    open(FORM),
    tap(NAME),
    type('Adaaa'),
    key('delete'),
    key('delete'),
    check(NAME, 'Ada'),
  ],
  'hides the keyboard twice': [
    open(FORM),
    tap(NAME),
    ['device.hideKeyboard', {}],
    ['device.hideKeyboard', {}],
  ],
  'hides the keyboard with the button': [open(FORM), tap(NAME), button('back'), shows('Create account')],
  'keeps a text when it goes home': [
    open(FORM),
    tap(NAME),
    type('Ada'),
    button('home'),
    ['device.launchApp', { platform: 'android', app: FORM }],
    check(NAME, 'Ada'),
  ],
  'forgets a text when the data is cleared': [open(FORM), tap(NAME), type('Ada'), open(FORM), read(NAME)],
  'opens an app by its icon': [button('home'), tap(text('Settings')), shows('Wi-Fi')],
  'opens the maps by their icon': [button('home'), tap(text('Maps')), button('back')],
  'returns from the recent apps': [open(MAPS), button('recents'), button('home'), shows('Settings')],
  'switches between apps': [
    open(MAPS),
    open(SETTINGS),
    shows('Bluetooth'),
    open(FORM),
    shows('Create account'),
  ],
  'switches the Wi-Fi': [open(SETTINGS), tap(text('Wi-Fi')), read(text('Wi-Fi'))],
  'reads a setting': [open(SETTINGS), read(text('Bluetooth')), shows('Airplane mode')],
  'waits for an element that is there': [
    open(SETTINGS),
    ['device.waitForElement', { element: text('Bluetooth'), timeoutSeconds: 5 }],
  ],
  'scrolls down and up': [
    open(SETTINGS),
    ['device.swipe', { gesture: { direction: 'up', distance: 0.4 }, stealth: false }],
    ['device.swipe', { gesture: { direction: 'down', distance: 0.4 }, stealth: false }],
    shows('Wi-Fi'),
  ],
  'moves the map in all directions': [
    open(MAPS),
    ['device.swipe', { gesture: { direction: 'left', distance: 0.3 }, stealth: false }],
    ['device.swipe', { gesture: { direction: 'up', distance: 0.3 }, stealth: false }],
    ['device.swipe', { gesture: { direction: 'right', distance: 0.3 }, stealth: false }],
  ],
  'taps a point': [open(FORM), ['device.tap', { target: { x: 540, y: 1200 } }]],
  'presses long in place': [open(MAPS), ['device.longPress', { x: 540, y: 1000, duration: 1000 }]],
  'opens the settings again at their top': [
    open(SETTINGS),
    ['device.scrollTo', { element: { by: 'text', text: 'About this phone', exact: false } }],
    open(SETTINGS),
    shows('Wi-Fi'),
  ],
  'opens the browser': [
    open(BROWSER),
    ['device.readElement', { element: { by: 'text', text: 'Daily Sandbox', exact: false } }],
  ],
  'opens a form by its address': [['device.openUrl', { url: 'form:' }], shows('Create account')],
  'opens the map by its address': [['device.openUrl', { url: 'maps:?q=Lisbon' }], button('home')],
  'sets the language only': [['device.setLanguage', { locale: 'de-DE' }], open(FORM)],
  'sets the time zone twice': [
    ['device.setTimeZone', { timezone: 'Asia/Tokyo' }],
    ['device.setTimeZone', { timezone: 'Europe/Lisbon' }],
  ],
  'moves twice': [
    ['device.setLocation', { latitude: 48.2, longitude: 16.4 }],
    ['device.setLocation', { latitude: -33.9, longitude: 151.2 }],
    ['device.resetLocation', {}],
  ],
  'copies several lines': [
    ['device.setClipboard', { content: 'one\ntwo “three”' }],
    ['device.readClipboard', {}],
  ],
  'replaces a file': [
    upload('note.txt', 'first'),
    upload('note.txt', 'second'),
    ['files.download', { path: '/sdcard/Download/note.txt' }],
  ],
  'stores a file with a strange name': [
    upload("it's $(x) ü.txt", 'Grüße'),
    ['files.download', { path: "/sdcard/Download/it's $(x) ü.txt" }],
  ],
  'writes into two fields and reads both': [
    open(FORM),
    tap(NAME),
    type('Ada'),
    tap(field('email')),
    type('ada@example.com'),
    read(NAME),
    read(field('email')),
  ],
  'turns a permission on and off': [
    ['device.setPermission', { app: FORM, granted: true }],
    ['device.setPermission', { app: FORM, granted: false }],
  ],
};

const FAILING: Readonly<Record<string, PhoneSteps>> = {
  'does not find an element': [
    open(FORM),
    ['device.waitForElement', { element: text('Nowhere'), timeoutSeconds: 1 }],
  ],
  'names an app that is missing': [open('com.example.missing')],
  'types without a field': [['device.clearText', {}]],
  'expects another text': [open(FORM), tap(NAME), type('Ada'), check(NAME, 'Grace')],
  'reads a file that is missing': [['files.download', { path: '/sdcard/Download/none.txt' }]],
  'sets a permission of an app that is missing': [
    ['device.setPermission', { app: 'com.example.missing', granted: true }],
  ],
};

/** Flows whose steps must have the same results on every kind of phone, with their end. */
export const PHONE_FLOWS = [
  ...Object.entries(SUCCEEDING).map(([name, steps]) => ({ name, steps, status: 'success' as const })),
  ...Object.entries(FAILING).map(([name, steps]) => ({ name, steps, status: 'failed' as const })),
];
