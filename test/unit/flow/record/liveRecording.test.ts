import assert from 'node:assert/strict';
import type { UiNode } from '../../../../src/contract/records/uiState.ts';
import type { DeviceGesture, DoneGesture } from '../../../../src/flow/record/deviceGesture.ts';
import {
  addActs,
  forgetActs,
  joinedText,
  type LiveRecording,
  planGesture,
  type RecordedChange,
  startLiveRecording,
  type TypedPasscode,
  undoLast,
} from '../../../../src/flow/record/liveRecording.ts';
import { payloadOffers, withPayload } from '../../../../src/flow/record/payloadOffers.ts';
import { Screen } from '../../../../src/flow/selector/screen.ts';

const tap: DeviceGesture = { kind: 'tap', at: { x: 5, y: 5 }, stealth: false };
const swipeUp: DeviceGesture = {
  kind: 'swipe',
  from: { x: 5, y: 90 },
  to: { x: 6, y: 10 },
  duration: 100,
  stealth: false,
};
const swipeDown: DeviceGesture = { ...swipeUp, from: { x: 5, y: 10 }, to: { x: 6, y: 90 } };
const BACKSPACE: DeviceGesture = { kind: 'key', key: 67 };
const MAILBOX: TypedPasscode = { mailboxId: 'box', output: 'code' };

const typed = (text: string, secret = false): DeviceGesture => ({
  kind: 'text',
  text: secret ? '' : text,
  stealth: false,
  secret,
});

/** A screen with elements of these texts. */
function screenOf(...texts: readonly string[]): Screen {
  const children = texts.map((text, index): UiNode => ({
    text,
    isClickable: true,
    boundsInScreen: { left: 0, top: index * 10, right: 100, bottom: index * 10 + 10 },
  }));
  const boundsInScreen = { left: 0, top: 0, right: 100, bottom: 100 };
  return new Screen({ a11y_tree: { boundsInScreen, children } });
}

/** A screen with a field that has the focus, below its label, and a button. */
function screenWithField(text: string, isPassword = false): Screen {
  const at = (top: number) => ({ left: 0, top, right: 100, bottom: top + 10 });
  const children: UiNode[] = [
    { text: 'Name', className: 'android.widget.TextView', boundsInScreen: at(0) },
    {
      ...{ text, hint: 'Full name', isEditable: true, isPassword, isFocused: true },
      boundsInScreen: at(10),
    },
    { text: 'OK', className: 'android.widget.Button', isClickable: true, boundsInScreen: at(20) },
  ];
  return new Screen({ a11y_tree: { boundsInScreen: { ...at(0), bottom: 100 }, children } });
}

/** A recording to which gestures are added; each act gets a step that says what it is. */
class Recorded {
  recording: LiveRecording = startLiveRecording(undefined);
  change: RecordedChange | undefined;
  /** The acts that the catalog has no action for. */
  cannot: readonly string[] = [];
  /** The kinds of optional acts without an action. */
  lacking: readonly string[] = [];

  add(gesture: DeviceGesture, element?: string, passcode?: TypedPasscode): this {
    const done: DoneGesture = {
      deviceId: 'phone',
      display: 0,
      gesture,
      at: 0,
      element: element === undefined ? undefined : { name: `“${element}”`, selectors: [{ text: element }] },
    };
    const plan = planGesture(
      this.recording,
      done,
      ({ input }) => !this.cannot.includes('clears' in input ? 'clears' : input.kind),
      passcode,
    );
    const steps = plan.inputs.map(({ input }) => ({
      step: this.lacking.includes(input.kind) ? undefined : { actionId: input.kind, overrides: { input } },
      choices: [],
    }));
    this.change = addActs(this.recording, plan, steps, gesture);
    this.recording = this.change.recording;
    return this;
  }

  /** Sets the screen after the last gesture, with the keyboard open from a height on. */
  showsKeyboard(screen: Screen, keyboardTop?: number): this {
    this.recording = { ...this.recording, screen, isKeyboardOpen: true, keyboardTop };
    return this;
  }

  /** Sets what the screen shows after the last gesture. */
  shows(...texts: readonly string[]): this {
    this.recording = { ...this.recording, screen: screenOf(...texts) };
    return this;
  }

  undo(): this {
    this.change = undoLast(this.recording);
    assert.ok(this.change);
    this.recording = this.change.recording;
    return this;
  }

  get kinds(): readonly string[] {
    return this.recording.acts.map(({ input }) =>
      input.kind === 'text' ? `text ${input.text}` : input.kind,
    );
  }

  /** The keys of the steps in the file, as the changes leave them. */
  get keys(): readonly number[] {
    return this.recording.acts.flatMap(({ written }) => written?.key ?? []);
  }
}

describe('flow/record/liveRecording: recording in progress', () => {
  it('a recording in progress joins typed letters into one step, whose earlier form each replaces', () => {
    const one = new Recorded().add(typed('a'));
    assert.deepEqual([one.change?.removed, one.change?.added.length], [[], 1]);
    one.add(typed('b'));
    assert.deepEqual([one.change?.removed, one.change?.added.map(({ key }) => key)], [[1], [2]]);
    one.add(typed('c')).add(tap).add(typed('d'));
    assert.deepEqual(one.kinds, ['text abc', 'tap', 'text d']);
  });

  it('a recording in progress splits a text that a flow would read as an expression', () => {
    const one = new Recorded();
    for (const letter of '{{a}}b') one.add(typed(letter));
    assert.deepEqual(one.kinds, ['text {', 'text {a}}b']);
  });

  it('a recording in progress shortens the typed text on Backspace, down to nothing', () => {
    const one = new Recorded().add(typed('ab')).add(BACKSPACE);
    assert.deepEqual(one.kinds, ['text a']);
    one.add(BACKSPACE);
    assert.deepEqual([one.kinds, one.change?.removed, one.change?.added], [[], [2], []]);
    assert.deepEqual(one.add(BACKSPACE).kinds, ['key']);
    // The device decides what is deleted of a character with several parts.
    assert.deepEqual(new Recorded().add(typed('👍🏽')).add(BACKSPACE).kinds, ['text 👍🏽', 'key']);
  });

  it('a recording in progress keeps one step for a password, and neither its text nor its corrections', () => {
    const one = new Recorded();
    for (const letter of 'pw') one.add(typed(letter, true));
    one.add(BACKSPACE).add(typed('x', true));
    assert.deepEqual(one.kinds, ['text ']);
    assert.equal(one.add(typed('y')).recording.acts.length, 2);
  });

  it('a recording in progress waits for an element only if it was not there directly after the gesture before', () => {
    const there = new Recorded().shows('Other').add(tap, 'First').shows('OK').add(tap, 'OK');
    assert.deepEqual(there.kinds, ['tap', 'tap']);
    const late = new Recorded().add(tap, 'First').shows('First').add(tap, 'OK');
    assert.deepEqual(late.kinds, ['tap', 'waitFor', 'tap']);
    const unknown = new Recorded().add(tap, 'First').add(tap, 'OK');
    assert.deepEqual(unknown.kinds, ['tap', 'tap']);
    const point = new Recorded().add(tap, 'First').shows('First').add(tap);
    assert.deepEqual(point.kinds, ['tap', 'tap']);
    const lacking = new Recorded();
    lacking.lacking = ['waitFor'];
    assert.deepEqual(lacking.add(tap, 'First').shows('First').add(tap, 'OK').kinds, ['tap', 'tap']);
  });

  it('a recording in progress scrolls to an element in place of the swipes that reach it', () => {
    const one = new Recorded().shows('Top').add(swipeUp).shows('Middle').add(swipeUp).shows('End');
    const swipes = one.keys;
    one.add(tap, 'End');
    assert.deepEqual(one.kinds, ['scrollTo', 'tap']);
    assert.deepEqual(one.change?.removed, swipes);
    const [scroll] = one.recording.acts;
    assert.deepEqual(scroll?.input, { kind: 'scrollTo', direction: 'down' });
    // Undoing the tap leaves what brought the element to the screen.
    assert.deepEqual(one.undo().kinds, ['scrollTo']);
  });

  it('a recording in progress keeps swipes that do not bring an element to the screen, or in several directions', () => {
    const there = new Recorded().shows('Top', 'End').add(swipeUp).shows('End').add(tap, 'End');
    assert.deepEqual(there.kinds, ['swipe', 'tap']);
    const both = new Recorded().shows('Top').add(swipeUp).shows('A').add(swipeDown).shows('B').add(tap, 'B');
    assert.deepEqual(both.kinds, ['swipe', 'swipe', 'tap']);
    const lacking = new Recorded().shows('Top');
    lacking.cannot = ['scrollTo'];
    assert.deepEqual(lacking.add(swipeUp).shows('End').add(tap, 'End').kinds, ['swipe', 'tap']);
    const earlier = new Recorded().shows('Top').add(swipeUp).shows('A').add(tap, 'A').shows('B');
    assert.deepEqual(earlier.add(tap, 'B').kinds, ['scrollTo', 'tap', 'tap']);
  });

  it('a recording in progress waits for a passcode from a mailbox, and types it by its expression', () => {
    const one = new Recorded().add(typed('48291'));
    assert.equal(
      joinedText(one.recording, { deviceId: '', display: 0, at: 0, gesture: typed('3') }),
      '482913',
    );
    one.add(typed('3'), undefined, MAILBOX);
    assert.deepEqual(one.kinds, ['passcode', 'text {{steps.passcode.body.code}}']);
    assert.deepEqual(one.change?.removed, [1]);
    // What follows is another text.
    assert.deepEqual(one.add(typed('x')).kinds.slice(1), ['text {{steps.passcode.body.code}}', 'text x']);
    assert.deepEqual(one.undo().undo().kinds, []);
    const secret = { deviceId: '', display: 0, at: 0, gesture: typed('482913', true) };
    assert.equal(joinedText(startLiveRecording(undefined), secret), undefined);
  });

  it('a recording in progress clears a field before it types the whole text that the field has then', () => {
    const one = new Recorded().showsKeyboard(screenWithField('Sam')).add(typed(' D')).add(typed('oe'));
    const field = { name: '“Name”', before: 'Sam', clears: true };
    assert.deepEqual([one.kinds, one.recording.acts[0]?.field], [['text  Doe'], field]);
    one.add(BACKSPACE);
    assert.deepEqual([one.kinds, one.recording.acts[0]?.field], [['text  Do'], field]);
    // Some devices report the hint as the text of an empty field, and none the text of a password.
    const empty = new Recorded().showsKeyboard(screenWithField('Full name')).add(typed('Sam'));
    assert.equal(empty.recording.acts[0]?.field?.before, '');
    const secret = new Recorded().showsKeyboard(screenWithField('', true)).add(typed('x', true));
    assert.deepEqual(secret.recording.acts[0]?.field, { ...field, before: '' });
  });

  it('a recording in progress leaves out what was deleted before in a field that is cleared', () => {
    const one = new Recorded().add(tap).add({ kind: 'clear' }).add(BACKSPACE);
    one.showsKeyboard(screenWithField('')).add(typed('Sam'));
    assert.deepEqual(
      [one.kinds, one.change?.removed],
      [
        ['tap', 'text Sam'],
        [2, 3],
      ],
    );
  });

  it('a recording in progress clears a field with text by a step of its own if no action for texts can', () => {
    const one = new Recorded();
    one.cannot = ['clears'];
    one.showsKeyboard(screenWithField('Sam')).add(typed(' Doe'));
    assert.deepEqual(one.kinds, ['clear', 'text  Doe']);
    assert.equal(one.recording.acts[1]?.field?.before, 'Sam');
    const empty = new Recorded();
    empty.cannot = ['clears'];
    assert.deepEqual(empty.showsKeyboard(screenWithField('')).add(typed('Sam')).kinds, ['text Sam']);
    const never = new Recorded();
    never.cannot = ['clears', 'clear'];
    never.showsKeyboard(screenWithField('Sam')).add(typed(' Doe'));
    assert.deepEqual([never.kinds, never.recording.acts[0]?.field?.before], [['text  Doe'], '']);
  });

  it('a recording in progress closes the keyboard where Back does, and before what it covers', () => {
    const back: DeviceGesture = { kind: 'global', button: 'back' };
    for (const gesture of [back, { kind: 'key', key: 4 } as const]) {
      const open = new Recorded().showsKeyboard(screenWithField('')).add(gesture);
      assert.deepEqual(open.kinds, ['closeKeyboard']);
      assert.deepEqual(new Recorded().add(gesture).kinds, [gesture.kind]);
    }
    const one = new Recorded().showsKeyboard(screenWithField(''), 24).add(tap, 'OK');
    assert.deepEqual(one.kinds, ['closeKeyboard', 'tap']);
    for (const top of [26, undefined])
      assert.deepEqual(new Recorded().showsKeyboard(screenWithField(''), top).add(tap, 'OK').kinds, ['tap']);
    assert.deepEqual(one.undo().kinds, []);
    // A field needs the keyboard, and points say nothing about what is there.
    const field = new Recorded().showsKeyboard(screenWithField('Sam'), 0).add(tap, 'Sam');
    assert.deepEqual(field.kinds, ['tap']);
    assert.deepEqual(new Recorded().showsKeyboard(screenWithField(''), 0).add(tap).kinds, ['tap']);
    const lacking = new Recorded();
    lacking.cannot = ['closeKeyboard'];
    assert.deepEqual(lacking.showsKeyboard(screenWithField('')).add(back).kinds, ['global']);
  });

  it('a recording in progress undoes the last action with all its steps, and joins nothing to what is before', () => {
    const one = new Recorded().add(typed('a')).add(tap, 'First').shows('First').add(tap, 'OK');
    one.undo();
    assert.deepEqual([one.kinds, one.change?.removed.length], [['text a', 'tap'], 2]);
    one.undo().add(typed('b'));
    assert.deepEqual(one.kinds, ['text a', 'text b']);
    assert.deepEqual(one.undo().undo().kinds, []);
    assert.equal(undoLast(one.recording), undefined);
  });

  it('a recording in progress joins nothing to a step that the user has deleted', () => {
    const one = new Recorded().add(typed('a'));
    one.recording = forgetActs(one.recording, [1]);
    one.add(typed('b'));
    assert.deepEqual([one.kinds, one.change?.removed], [['text a', 'text b'], []]);
  });
});

describe('flow/record/liveRecording: values of a recording that are offered as payload', () => {
  const offered = (one: Recorded, isFinished = true): unknown =>
    payloadOffers(one.recording, isFinished).map(({ field, value, keys }) => [field, value, keys.length]);

  it('the values of a recording that are offered as payload look like data, or were typed more than once', () => {
    const one = new Recorded();
    one.add(tap, 'Your name').add(typed('Sam Doe')).add(tap, 'E-mail').add(typed('sam@example.com'));
    assert.deepEqual(offered(one), [['email', 'sam@example.com', 1]]);
    one.add(tap, 'Name again').add(typed('Sam Doe'));
    assert.deepEqual(offered(one), [
      ['yourName', 'Sam Doe', 2],
      ['email', 'sam@example.com', 1],
    ]);
    for (const value of ['https://example.com/a', '2026-03-14', '+49 30 1234567', 'other@example.com'])
      one.add(tap).add(typed(value));
    const fields = payloadOffers(one.recording, true).map(({ field }) => field);
    assert.deepEqual(fields, ['yourName', 'email', 'url', 'date', 'phone', 'email2']);
  });

  it('the values of a recording that are offered as payload do not include a text that can still grow, passwords, and expressions', () => {
    const one = new Recorded().add(typed('sam@example.co'));
    assert.deepEqual(offered(one, false), []);
    const secret = new Recorded().add(typed('p@ss.word', true)).add(tap).add(typed('p@ss.word', true));
    assert.deepEqual(offered(secret), []);
    const passcode = new Recorded().add(typed('482913'), undefined, MAILBOX);
    assert.deepEqual(offered(passcode), []);
  });

  it('the values of a recording that are offered as payload are read from the payload once they are accepted, and are not offered again', () => {
    const one = new Recorded().add(typed('sam@example.com')).add(tap).add(typed('x'));
    one.recording = withPayload(one.recording, payloadOffers(one.recording, true));
    assert.deepEqual(one.kinds, ['text {{event.payload.email}}', 'tap', 'text x']);
    assert.deepEqual(offered(one), []);
  });
});
