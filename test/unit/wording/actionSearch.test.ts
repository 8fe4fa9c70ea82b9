import assert from 'node:assert/strict';
import { ActionSearch, noActionSentence } from '../../../src/wording/actionSearch.ts';
import { sampleCatalog } from '../../support/sampleCatalog.ts';

const catalog = sampleCatalog();
const search = new ActionSearch();

describe('wording/actionSearch', () => {
  for (const [text, expected] of [
    ['open app', 'Launch app'],
    ['click', 'Tap'],
    ['sleep', 'Wait'],
    ['loop', 'Repeat'],
    ['for each', 'Repeat'],
    ['otp', 'Wait for passcode'],
    ['sms', 'Find message'],
    ['2fa code', 'Wait for passcode'],
    ['assert', 'Check element'],
    ['enter text', 'Type text'],
    ['scroll', 'Scroll to element'],
    ['if', 'Only if'],
    ['verify text', 'Check text'],
    ['gps', 'Set location'],
    ['open url', 'Open address'],
    ['open the app', 'Launch app'],
    ['stop the run', 'Stop the run'],
  ] as const)
    it(`actions are found by “${text}”, first “${expected}”`, () => {
      assert.equal(search.find(catalog, text)[0]?.name, expected);
    });

  it('actions are found by their own words before those with the same meaning', () => {
    assert.equal(search.find(catalog, 'open')[0]?.name, 'Open address');
    assert.equal(search.find(catalog, 'press')[0]?.name, 'Press key');
    assert.equal(search.find(catalog, 'device.launchApp')[0]?.name, 'Launch app');
  });

  it('actions are found in a short time whatever the text', () => {
    const words = Array.from({ length: 200 }, () => 'open press sms');
    assert.deepEqual(search.find(catalog, words.join(' ')), []);
    assert.match(noActionSentence('xyz '), /^No action matches “xyz”\. /);
  });

  for (const [text, expected] of [
    ['tap the login button', 'Tap'],
    ['type a password into the field', 'Type text'],
    ['read the code from the sms', 'Wait for passcode'],
    ['loop over all rows', 'Repeat'],
  ] as const)
    it(`actions are found by some words of “${text}”, first “${expected}”`, () => {
      assert.deepEqual(search.find(catalog, text), []);
      assert.equal(search.findSome(catalog, text)[0]?.name, expected);
    });

  it('actions are not found by words that say nothing about them', () => {
    assert.deepEqual(search.findSome(catalog, 'to the and from xyz'), []);
    assert.equal(search.findSome(catalog, 'tap '.repeat(10_000))[0]?.name, 'Tap');
  });

  it('actions are all listed without a text', () => {
    assert.deepEqual(search.find(catalog, ' '), catalog.searchActions('', Infinity));
  });
});
