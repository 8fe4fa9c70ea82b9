import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { UiNode } from '../../../../src/contract/records/uiState.ts';
import { matchElements } from '../../../../src/flow/selector/matchElements.ts';
import { type RankedSelector, rankSelectors } from '../../../../src/flow/selector/rankSelectors.ts';
import { Screen } from '../../../../src/flow/selector/screen.ts';
import { describeSelector, roleOf, type Selector } from '../../../../src/flow/selector/selector.ts';

const ROW = 100;

/** An element in a column of the screen, 100 pixels high. */
function node(row: number, more: Partial<UiNode> = {}, left = 0, right = 1000): UiNode {
  const boundsInScreen = { left, top: row * ROW, right, bottom: (row + 1) * ROW };
  return { className: 'android.widget.TextView', boundsInScreen, ...more };
}

const button = (row: number, more: Partial<UiNode>, left?: number, right?: number): UiNode =>
  node(row, { className: 'android.widget.Button', isClickable: true, ...more }, left, right);
const field = (row: number, more: Partial<UiNode>): UiNode =>
  node(row, { className: 'android.widget.EditText', isEditable: true, ...more });

function screenOf(...children: readonly UiNode[]): Screen {
  const boundsInScreen = { left: 0, top: 0, right: 1000, bottom: 10_000 };
  return new Screen({
    a11y_tree: { className: 'android.widget.FrameLayout', boundsInScreen, children: [...children] },
  });
}

/** Returns the selectors of the element in front at a point. */
function selectorsAt(
  screen: Screen,
  point: { readonly x: number; readonly y: number },
): readonly RankedSelector[] {
  const element = screen.at(point);
  return element ? rankSelectors(screen, element) : [];
}

/** Returns the best selector of the element in the middle of a row. */
function bestAt(screen: Screen, row: number, x = 500): Selector | undefined {
  return selectorsAt(screen, { x, y: row * ROW + ROW / 2 })[0]?.selector;
}

describe('flow/selector/rankSelectors: selectors of an element', () => {
  it('the selectors of an element begin with the ID, then the description, then the text', () => {
    const named = { resourceId: 'shop:id/submit', contentDescription: 'Sign in now', text: 'Sign in' };
    const all = selectorsAt(screenOf(button(0, named), button(1, { text: 'Cancel' })), { x: 5, y: 5 });
    assert.deepEqual(
      all.slice(0, 3).map(({ selector }) => selector),
      [{ resourceId: 'shop:id/submit' }, { description: 'Sign in now' }, { text: 'Sign in' }],
    );
    assert.ok(all.every(({ matches }) => matches >= 1));
  });

  it('the selectors of an element name a role with a text only if another element says the same', () => {
    const title = node(0, { text: 'Sign in' });
    const alone = selectorsAt(screenOf(button(1, { text: 'Sign in' })), { x: 5, y: 105 });
    assert.ok(alone.every(({ selector }) => selector.role === undefined || selector.text === undefined));
    const screen = screenOf(title, button(1, { text: 'Sign in' }));
    assert.deepEqual(bestAt(screen, 1), { text: 'Sign in', role: 'button' });
    assert.equal(describeSelector({ text: 'Sign in', role: 'button' }), 'the button “Sign in”');
  });

  for (const id of ['a1b2c3d4', 'item_17', 'view_4711', 'a', '3f2504e0-4f89-11d3-9a0c']) {
    it(`the selectors of an element prefer a text to the generated ID ${id}`, () => {
      const screen = screenOf(button(0, { resourceId: `shop:id/${id}`, text: 'Sign in' }));
      assert.deepEqual(bestAt(screen, 0), { text: 'Sign in' });
    });
  }

  for (const text of ['12:45', '$ 4.99', '3 minutes ago', 'May 4', 'Order 48291', 'Yesterday']) {
    it(`the selectors of an element prefer an ID to the changing text “${text}”`, () => {
      const screen = screenOf(button(0, { resourceId: 'shop:id/price', text }));
      assert.deepEqual(bestAt(screen, 0), { resourceId: 'shop:id/price' });
      const [byText] = rankSelectors(screen, screen.at({ x: 5, y: 5 })!).filter(
        ({ selector }) => selector.text === text,
      );
      assert.ok(byText && byText.stability < 0.5);
    });
  }

  it('the selectors of an element name a button by the text inside it, which counts as the same element', () => {
    const row = button(0, { children: [node(0, { text: 'Orders' }, 100, 900)] });
    const screen = screenOf(row, button(1, { children: [node(1, { text: 'Returns' }, 100, 900)] }));
    const best = bestAt(screen, 0);
    assert.deepEqual(best, { text: 'Orders' });
    assert.equal(matchElements(screen, best).length, 1);
    // The text and its button are one target.
    assert.equal(matchElements(screen, { role: 'button' }).length, 2);
  });

  it('the selectors of an element name one of several equal elements by the label next to it', () => {
    const rows = ['Milk', 'Bread', 'Salt'].flatMap((text, row) => [
      node(row, { text }, 0, 700),
      button(row, { contentDescription: 'Delete', resourceId: 'shop:id/delete' }, 800, 1000),
    ]);
    const screen = screenOf(...rows);
    const best = bestAt(screen, 1, 900);
    assert.deepEqual(best, { resourceId: 'shop:id/delete', near: { text: 'Bread' } });
    assert.equal(describeSelector(best), 'the element with the ID delete near “Bread”');
    const [found, ...others] = matchElements(screen, best);
    assert.equal(found?.bounds.top, ROW);
    assert.deepEqual(others, []);
  });

  it('the selectors of an element name a field by its label, and never by what is typed into it', () => {
    const screen = screenOf(
      node(0, { text: 'E-mail' }),
      field(1, { text: 'jo@example.com' }),
      node(2, { text: 'Name' }),
      field(3, { text: 'Jo' }),
    );
    assert.deepEqual(bestAt(screen, 3), { role: 'field', near: { text: 'Name' } });
    const all = JSON.stringify(selectorsAt(screen, { x: 5, y: 150 }));
    assert.ok(!all.includes('jo@example.com'));
  });

  it('the selectors of an element name an element without texts by its container', () => {
    const toolbar = node(0, {
      resourceId: 'shop:id/toolbar',
      className: 'android.view.ViewGroup',
      children: [button(0, {}, 800, 1000)],
    });
    const screen = screenOf(toolbar, button(1, {}, 800, 1000));
    assert.deepEqual(bestAt(screen, 0, 900), { role: 'button', within: { resourceId: 'shop:id/toolbar' } });
  });

  it('the selectors of an element name it by the text of its row, even if a text of another row is closer', () => {
    const rows = ['Milk', 'Bread', 'Salt'].map((text, row) =>
      node(row, {
        className: 'android.view.ViewGroup',
        children: [
          node(row, { text }, 0, 100),
          node(row, { text: `Kind ${row}` }, 700, 800),
          button(row, { resourceId: 'shop:id/remove' }, 800, 1000),
        ],
      }),
    );
    const screen = screenOf(...rows);
    const selector: Selector = { resourceId: 'shop:id/remove', near: { text: 'Bread' } };
    assert.deepEqual(bestAt(screen, 1, 900), selector);
    // The order of what is in a row makes no difference.
    const [first, second, third] = rows;
    const turned = { ...second, children: second?.children?.toReversed() ?? [] };
    const [found, ...others] = matchElements(screenOf(third!, turned, first!), selector);
    assert.equal(found?.node, second?.children?.[2]);
    assert.deepEqual(others, []);
  });

  it('the selectors of an element name it by a description next to it or around it', () => {
    const beside = screenOf(
      ...['Beach', 'Dog'].flatMap((contentDescription, row) => [
        button(row, { contentDescription }, 0, 700),
        button(row, { className: 'android.widget.CheckBox', isCheckable: true }, 800, 1000),
      ]),
    );
    assert.deepEqual(bestAt(beside, 1, 900), { role: 'checkbox', near: { description: 'Dog' } });
    const around = screenOf(
      ...['Basil', 'Dill'].map((contentDescription, row) =>
        node(row, { contentDescription, children: [button(row, {}, 800, 1000)] }),
      ),
    );
    assert.deepEqual(bestAt(around, 1, 900), { role: 'button', near: { description: 'Dill' } });
  });

  it('the selectors of an element mean the one without a name in a row if they name only a kind', () => {
    const screen = screenOf(
      ...['Milk', 'Bread'].map((text, row) =>
        node(row, {
          children: [
            node(row, { text }, 0, 400),
            button(row, { contentDescription: 'Share' }, 400, 600),
            button(row, {}, 800, 1000),
          ],
        }),
      ),
    );
    assert.deepEqual(bestAt(screen, 1, 900), { role: 'button', near: { text: 'Bread' } });
    assert.deepEqual(bestAt(screen, 1, 500), { description: 'Share', near: { text: 'Bread' } });
  });

  it('the selectors of an element do not count what only arranges others', () => {
    const view = 'android.view.View';
    const screen = screenOf(
      node(0, {
        className: view,
        children: [node(0, { className: view, isClickable: true }, 0, 100), node(0, {}, 200, 300)],
      }),
    );
    assert.deepEqual(bestAt(screen, 0, 50), { role: 'element' });
  });

  it('the selectors of an element use the position among equal elements as the last resort', () => {
    const screen = screenOf(button(0, {}), button(1, {}), button(2, {}));
    assert.deepEqual(bestAt(screen, 1), { role: 'button', index: 1 });
    assert.equal(describeSelector({ role: 'button', index: 1 }), 'the button number 2');
  });

  it('the selectors of an element never contain the text of a password field or of anything inside it', () => {
    const secret = field(0, {
      isPassword: true,
      text: 'canary-1',
      contentDescription: 'canary-2',
      children: [node(0, { text: 'canary-3' })],
    });
    const screen = screenOf(secret, node(1, { text: 'Password' }));
    assert.ok(!JSON.stringify(selectorsAt(screen, { x: 5, y: 5 })).includes('canary'));
    for (const text of ['canary-1', 'canary-3']) assert.deepEqual(matchElements(screen, { text }), []);
  });

  it('the selectors of an element find a password field by the description that a step names, as the device does', () => {
    const screen = screenOf(
      field(0, { contentDescription: 'Name' }),
      field(1, { contentDescription: 'Password', isPassword: true, text: 'canary' }),
    );
    for (const selector of [{ description: 'Password' }, { description: 'Password', role: 'field' } as const])
      assert.deepEqual(
        matchElements(screen, selector).map(({ order }) => order),
        [2],
      );
    assert.deepEqual(matchElements(screen, { description: 'Password', text: 'canary' }), []);
  });

  it('the selectors of an element ignore what is not visible', () => {
    const screen = screenOf(
      button(0, { text: 'Sign in' }),
      button(1, { text: 'Sign in', isVisibleToUser: false }),
      button(2, { text: 'Sign in', boundsInScreen: { left: 5, top: 5, right: 5, bottom: 5 } }),
    );
    assert.deepEqual(bestAt(screen, 0), { text: 'Sign in' });
  });

  it('the selectors of an element read a screen of 30,000 elements and one of 5,000 levels up to their limits', () => {
    const wide = screenOf(...Array.from({ length: 30_000 }, (_, row) => node(row)));
    assert.equal(wide.elements.length, 20_000);
    let deep = node(0, { text: 'Bottom' });
    for (let level = 0; level < 5000; level++) deep = node(0, { children: [deep] });
    assert.ok(screenOf(deep).elements.length < 300);
  });

  const texts = fc.constantFrom('', 'Sign in', 'Cancel', 'Delete', 'Milk', '12:30');
  const ids = fc.constantFrom('', 'shop:id/a', 'shop:id/row', 'shop:id/submit');
  const elements = fc.array(
    fc.record({ text: texts, resourceId: ids, isClickable: fc.boolean(), contentDescription: texts }),
    { minLength: 1, maxLength: 12 },
  );

  it('the selectors of an element find exactly the element, for any screen', () => {
    fc.assert(
      fc.property(elements, fc.nat(), (list, chosen) => {
        const screen = screenOf(...list.map((element, row) => node(row, element)));
        const row = chosen % list.length;
        const element = screen.at({ x: 5, y: row * ROW + 5 })!;
        const [best] = rankSelectors(screen, element);
        assert.ok(best);
        assert.equal(best.matches, 1);
        const found = matchElements(screen, best.selector);
        assert.deepEqual(
          found.map(match => match.target),
          [element.target],
        );
      }),
    );
  });
});

describe('flow/selector/rankSelectors: role of an element', () => {
  for (const [className, role] of [
    ['android.widget.Button', 'button'],
    ['com.google.android.material.button.MaterialButton', 'button'],
    ['XCUIElementTypeStaticText', 'text'],
    ['XCUIElementTypeSecureTextField', 'field'],
    ['androidx.appcompat.widget.SwitchCompat', 'switch'],
    ['android.view.ViewGroup', 'element'],
  ] as const) {
    it(`the role of an element of ${className} is ${role}`, () =>
      assert.equal(roleOf(className, false, false), role));
  }

  it('the role of an element of a class without a kind is checkbox if it can be checked', () => {
    const { elements } = screenOf(node(0, { className: 'android.view.View', isCheckable: true }));
    assert.equal(elements[1]?.role, 'checkbox');
  });
});
