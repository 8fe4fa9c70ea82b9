import assert from 'node:assert/strict';
import { PickerItems } from '../../../../src/commands/prompts/pickerItems.ts';

describe('commands/prompts/pickerItems', () => {
  const item = (id: string, label = id): { readonly id: string; readonly label: string } => ({ id, label });
  const labels = (items: PickerItems<{ readonly id: string; readonly label: string }>): string =>
    items.all.map(({ label }) => label).join();

  it('the items of a picker stay where they are when others arrive, and when one is typed', () => {
    const items = new PickerItems<ReturnType<typeof item>>();
    items.add([item('a'), item('b')]);
    assert.ok(items.type(item('x')));
    items.add([item('b', 'again'), item('c')]);
    assert.equal(labels(items), 'a,b,x,c');
    assert.ok(items.type(item('y')));
    assert.equal(items.type(item('y')), false);
    assert.equal(labels(items), 'a,b,y,c');
    assert.ok(items.type(undefined));
    assert.equal(labels(items), 'a,b,c');
    assert.equal(items.listedCount, 3);
  });

  it('the items of a picker take the place of the typed one that has their ID', () => {
    const items = new PickerItems<ReturnType<typeof item>>();
    items.type(item('x'));
    items.add([item('a'), item('x', 'listed')]);
    assert.equal(labels(items), 'listed,a');
    assert.ok(items.isListed('x'));
    items.type(item('y'));
    assert.equal(labels(items), 'listed,a,y');
  });
});
