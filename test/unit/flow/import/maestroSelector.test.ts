import assert from 'node:assert/strict';
import { isObject, memberOf } from '../../../../src/util/isObject.ts';
import { importFlow, reportLines, stepLines } from '../../../support/importing.ts';

/** Returns the texts and IDs by which the step of a tap finds its element, and the report about the tap. */
async function tapped(selector: string): Promise<readonly [found: readonly string[], report: string]> {
  const result = await importFlow(`- tapOn: ${selector}`);
  const [step = ''] = stepLines(result);
  const [report = ''] = reportLines(result);
  if (!step.startsWith('device.tap ')) return [[], report];
  const params: unknown = JSON.parse(step.slice('device.tap '.length));
  const found = ['target', 'fallback'].flatMap(name => {
    const selected = memberOf(params, name);
    if (!isObject(selected) || selected['by'] === 'description') return [];
    const text = String(selected['text'] ?? selected['resourceId']);
    return [selected['exact'] === false ? `…${text}…` : text];
  });
  return [found, report];
}

describe('flow/import/maestroSelector', () => {
  for (const [pattern, texts, report] of [
    ['Create (account|user)', ['Create account', 'Create user'], /not the descriptions/],
    ['Sign (in|up)', ['Sign in', 'Sign up'], /not the descriptions/],
    ['(Allow|Deny)', ['Allow', 'Deny'], /not the descriptions/],
    ['Yes!|(No)', ['Yes!', 'No'], /not the descriptions/],
    ['^Items?$|^Rows$', ['Rows'], /other texts, too/],
    ['(Yes|No) to (all|none)', ['Yes to all', 'Yes to none'], /Only two of the texts/],
    ['Show (all|new|(old|read)) items', ['Show all items', 'Show new items'], /Only two of the texts/],
    ['(?:Buy|Sell) now', ['Buy now', 'Sell now'], /not the descriptions/],
    ['(a|b)(c|d)(e|f)(g|h)(i|j) end', ['…end…'], /contains “end”/],
    ['Create (account|user) \\d+', ['…Create…'], /contains “Create”/],
    ['(Order|Offer) \\d+', ['…Order…', '…Offer…'], /contains “Order” or “Offer”/],
    ['(Really )?delete', ['…delete…'], /contains “delete”/],
    ['(?!Not).*Found.*', ['…Found…'], /contains “Found”/],
    ['Total.{2}Sum', ['…Total…'], /contains “Total”/],
    ['Line\\nend', ['…Line…'], /contains “Line”/],
    ['.*Buy.*|.*Sell.*', ['…Buy…', '…Sell…'], /translated$/],
    ['(of|to).*', [], /has no fixed text/],
    ['Total (2)', ['Total (2)'], /translated$/],
    ['Total (2.*', ['Total (2.*'], /translated$/],
  ] as const)
    it(`a pattern with groups is compared with the texts that it means: ${pattern}`, async () => {
      const [found, line] = await tapped(JSON.stringify(pattern));
      assert.deepEqual(found, texts);
      assert.match(line, report);
    });

  for (const [pattern, texts, report] of [
    ['Hello ${USER}.*', ['…Hello {{event.payload.USER}}…'], /contains “Hello/],
    ['${USER}|Guest', ['{{event.payload.USER}}', 'Guest'], /not the descriptions/],
    ['(Mr|Ms) ${USER}', ['Mr {{event.payload.USER}}', 'Ms {{event.payload.USER}}'], /not the descriptions/],
    ['.*${USER}.*', ['…{{event.payload.USER}}…'], /translated$/],
    ['${USER}\\d+', ['…{{event.payload.USER}}…'], /contains “{{event/],
    ['${USER}? \\(you\\)', ['…(you)…'], /contains/],
    ['Hello ${USER} (you)?', ['Hello {{event.payload.USER}} (you)?'], /translated$/],
    ['${USER}.{0,900}', ['…{{event.payload.USER}}…'], /contains “{{event/],
  ] as const)
    it(`a pattern with a variable is read around the variable: ${pattern}`, async () => {
      const [found, line] = await tapped(`'${pattern}'`);
      assert.deepEqual(found, texts);
      assert.match(line, report);
    });

  for (const [pattern, ids, report] of [
    ['.*:id/submit', ['com.example.shop:id/submit', 'submit'], /translated$/],
    ['.*/submit', ['com.example.shop:id/submit', 'submit'], /translated$/],
    ['^.*:id/submit$', ['com.example.shop:id/submit', 'submit'], /translated$/],
    ['id/submit', ['com.example.shop:id/submit', 'submit'], /translated$/],
    [
      '.*submit',
      ['com.example.shop:id/submit', 'submit'],
      /“submit” is compared, not others that end with it/,
    ],
    ['.*:id/a|.*:id/b', ['com.example.shop:id/a', 'a'], /Only two of the possible IDs/],
    ['submit|row_.*', ['com.example.shop:id/submit', 'submit'], /means other texts/],
    ['${PREFIX}_(ok|no)', ['{{event.payload.PREFIX}}_ok', '{{event.payload.PREFIX}}_no'], /translated$/],
    ['row_.*', [], /by one ID/],
  ] as const)
    it(`a pattern of an ID is compared without its package: ${pattern}`, async () => {
      const [found, line] = await tapped(`{ id: '${pattern}' }`);
      assert.deepEqual(found, ids);
      assert.match(line, report);
    });

  it('a long pattern with many groups is compared with two of its texts', async () => {
    const [found, line] = await tapped(`${'(a|b)'.repeat(4)}${'x.*(c|d)'.repeat(120)}`);
    assert.deepEqual(found, ['…aaaax…', '…aaabx…']);
    assert.match(line, /Only two of the texts/);
    const [none] = await tapped(`${'('.repeat(490)}a.*${')'.repeat(490)}`);
    assert.deepEqual(none, []);
  });

  const LETTER_CASE = 'Steps compare the letter case of texts; Maestro does not.';
  for (const [commands, notes] of [
    ['- tapOn: E-MAIL\n- assertVisible: Name', [LETTER_CASE]],
    ['- repeat:\n    times: 2\n    commands:\n      - tapOn: More', [LETTER_CASE]],
    ['- tapOn:\n    below: Name', [LETTER_CASE]],
    ['- tapOn: "42"\n- inputText: Ada\n- tapOn:\n    id: submit', []],
  ] as const)
    it(`one note of an import says that steps compare the letter case: ${JSON.stringify(commands)}`, async () => {
      const result = await importFlow(commands);
      assert.deepEqual(result.notes, notes);
      const about = reportLines(result).filter(line => line.includes('letter case'));
      assert.deepEqual(about, []);
    });

  for (const [selector, isNoted] of [
    ["'(?i)login'", true],
    ["'Sign (?i:in|up)'", true],
    ["{ id: '(?i)submit' }", true],
    ["'(?s)login'", false],
    ["'Why \\(?i)'", false],
  ] as const)
    it(`a pattern that says that the letter case does not count is approximated: ${selector}`, async () => {
      const [found, line] = await tapped(selector);
      assert.notEqual(found.length, 0);
      assert.equal(/approximated: .*compares the letter case, despite “\(\?i\)”/.test(line), isNoted, line);
    });
});
