import assert from 'node:assert/strict';
import { chooseTouchSize } from '../../../src/devicePanel/elementReader.ts';
import { screenElements } from '../../../src/devicePanel/screenElements.ts';

const CANARY = 'canary-password-77c1';
const boundsInScreen = { left: 0, top: 0, right: 100, bottom: 50 };

describe('devicePanel/screenElements: elements of a screen', () => {
  it('the elements of a screen have their bounds and texts', () => {
    const [root, button] = screenElements({
      a11y_tree: {
        ...{ boundsInScreen, className: 'android.view.ViewGroup' },
        children: [
          {
            boundsInScreen: { left: 10, top: 10, right: 90, bottom: 40 },
            className: 'android.widget.Button',
            text: 'Send',
            resourceId: 'app:id/send',
            isClickable: true,
            isEnabled: false,
          },
        ],
      },
    });
    assert.deepEqual([root?.name, root?.depth], ['ViewGroup', 0]);
    assert.deepEqual(button, {
      ...{ left: 10, top: 10, right: 90, bottom: 40, depth: 1, name: 'Button “Send”' },
      facts: [
        { name: 'Text', value: 'Send' },
        { name: 'Class', value: 'android.widget.Button' },
        { name: 'Resource', value: 'app:id/send' },
        { name: 'State', value: 'clickable, disabled' },
      ],
    });
  });

  it('the elements of a screen end at the edge of the screen', () => {
    const device_context = { screen_bounds: { width: 1080, height: 2400 } };
    const a11y_tree = { boundsInScreen: { left: 920, top: -10, right: 1420, bottom: 50 } };
    const [element] = screenElements({ device_context, a11y_tree });
    const { left, top, right, bottom } = element ?? {};
    assert.deepEqual([left, top, right, bottom], [920, 0, 1080, 50]);
  });

  it('the elements of a screen never contain the text of a password or of its descendants', () => {
    const inside = { boundsInScreen, className: 'android.widget.TextView', text: CANARY };
    const elements = screenElements({
      a11y_tree: {
        ...{ boundsInScreen, className: 'android.widget.EditText', isPassword: true, hint: 'Password' },
        ...{ text: CANARY, contentDescription: CANARY, children: [inside] },
      },
    });
    assert.equal(elements.length, 2);
    assert.doesNotMatch(JSON.stringify(elements), new RegExp(CANARY));
    assert.equal(elements[0]?.name, 'EditText “Password”');
  });

  it('the elements of a screen have bounded texts, without characters that reorder them', () => {
    const text = `\u202e${'endless '.repeat(100_000)}`;
    const [element] = screenElements({ a11y_tree: { boundsInScreen, className: text, text } });
    assert.ok(element && element.name.length < 420, String(element?.name.length));
    assert.doesNotMatch(element.name, /\u202e/);
    assert.ok(JSON.stringify(element).length < 7000);
  });

  it('the elements of a screen are at most 1,500', () => {
    const children = Array.from({ length: 5000 }, () => ({ boundsInScreen, className: 'View' }));
    assert.equal(screenElements({ a11y_tree: { boundsInScreen, children } }).length, 1500);
  });

  it('the elements of a screen exclude invisible ones, and accept incomplete trees', () => {
    const empty = { left: 5, top: 5, right: 5, bottom: 9 };
    const tree = { boundsInScreen: empty, children: [null as never, { children: null }].filter(Boolean) };
    assert.deepEqual(screenElements({ a11y_tree: tree, ime_tree: null }), []);
    assert.deepEqual(screenElements({}), []);
  });
});

describe('devicePanel/screenElements: pixels that gestures use', () => {
  it('the pixels that gestures use are those of the display if the aspect ratio of the screenshot matches', () => {
    const bounds = { width: 1080, height: 2400 };
    assert.deepEqual(chooseTouchSize({ width: 540, height: 1200 }, bounds), bounds);
    assert.deepEqual(chooseTouchSize(undefined, bounds), bounds);
  });

  it('the pixels that gestures use are those of the screenshot if the display was rotated or reports no size', () => {
    const picture = { width: 2400, height: 1080 };
    assert.deepEqual(chooseTouchSize(picture, { width: 1080, height: 2400 }), picture);
    assert.deepEqual(chooseTouchSize(picture, undefined), picture);
    assert.equal(chooseTouchSize(undefined, undefined), undefined);
  });
});
