import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readReply } from '../../../src/client/readReply.ts';
import { operations } from '../../../src/contract/operations.ts';
import type { Flow } from '../../../src/contract/records/flow.ts';
import type { FlowAction } from '../../../src/contract/records/flowAction.ts';
import { createCatalog } from '../../../src/flow/catalog.ts';
import { checkFlow } from '../../../src/flow/check/checkFlow.ts';
import { createFlowSourceReader } from '../../../src/flow/deploy/flowSource.ts';
import {
  bodyOfFlow,
  createFlowFile,
  pulledFile,
  comparePulled,
} from '../../../src/flow/deploy/pulledFile.ts';
import { parseFlow } from '../../../src/flow/document/flowDocument.ts';
import { applyEdit } from '../../../src/flow/edit/applyEdit.ts';
import { convertValue } from '../../../src/flow/language/convertValue.ts';
import { checkSchema } from '../../../src/flow/schema/compileSchema.ts';
import { decodeCatalog, encodeCatalog } from '../../../src/stores/keptCatalog.ts';
import { readTestFile } from '../../../src/flowTest/testFile.ts';
import { parseExact } from '../../../src/util/exactJson.ts';

const ACTION = '11111111-1111-4111-8111-111111111111';
const TRIGGER = '22222222-2222-4222-8222-222222222222';
const catalog = createCatalog([{ id: ACTION, name: 'Any' }]);
const LOST = ['9007199254740993', '-18446744073709551615', '1e400', '-1e999', '1e-400'];

const file = (number: string): string =>
  `{"name":"F","triggerId":"${TRIGGER}","actions":[{"actionId":"${ACTION}","position":1,"overrides":{"params":{"x":[{"y":${number}}]}}}]}\n`;

/** The steps of a flow as the client reads them from a service. */
async function steps(number: string): Promise<readonly FlowAction[]> {
  const text = `{"data":[{"id":"${TRIGGER}","flowId":"${TRIGGER}","actionId":"${ACTION}","position":1,"overrides":{"params":{"x":[{"y":${number}}]}}}]}`;
  async function* body(): AsyncGenerator<Uint8Array> {
    yield await Promise.resolve(Buffer.from(text));
  }
  const answer = { status: 200, headers: { 'content-type': 'application/json' }, body: body() };
  return ((await readReply(operations.listFlowActions, answer)) as { data: readonly FlowAction[] }).data;
}

async function remote(number: string): Promise<ReturnType<typeof bodyOfFlow>> {
  const flow: Flow = { id: 'f', name: 'F', triggerId: TRIGGER };
  return bodyOfFlow(flow, await steps(number));
}

describe('flow/lostNumbers: number that loses precision when it is parsed', () => {
  for (const number of LOST) {
    it(`the number ${number} prevents the deployment of a file`, () => {
      const source = createFlowSourceReader(catalog)('a.flow.json', file(number));
      assert.match('refusal' in source ? source.refusal : '', /^Line 1: The number/);
    });

    it(`the number ${number} is pulled unchanged from a service into a file`, async () => {
      assert.ok(createFlowFile(await remote(number)).includes(`"y": ${number}\n`));
      const text = file('5');
      const body = await remote(number);
      const differences = comparePulled(text, body, catalog);
      assert.equal(differences?.length, 1);
      assert.equal(pulledFile(text, body, differences), file(number));
    });

    it(`the number ${number} differs from its rounded value`, async () => {
      const become = JSON.stringify(Number(number)) === 'null' ? '0' : JSON.stringify(Number(number));
      assert.equal(comparePulled(file(become), await remote(number), catalog)?.length, 1);
      assert.equal(comparePulled(file(number), await remote(become), catalog)?.length, 1);
      assert.deepEqual(comparePulled(file(number), await remote(number), catalog), []);
    });

    it(`the number ${number} is reported in the values of an action, also from a cached catalog`, () => {
      const action = { id: ACTION, name: 'Any', params: parseExact(`{"z":{"w":${number}}}`) };
      const opened = decodeCatalog(encodeCatalog([action], { readAt: 1 }));
      for (const known of [createCatalog([action]), opened!.catalog]) {
        const problems = checkFlow(parseFlow(file('5')), known);
        assert.deepEqual(
          problems.map(({ code, severity }) => `${code} ${severity}`),
          ['number-lost error'],
        );
        assert.match(problems[0]!.message, /^“z” of “Any”: .* The value is the action’s own\.$/);
        const own = file('5').replace('"x":', '"z":1,"x":');
        assert.deepEqual(checkFlow(parseFlow(own), known), []);
      }
    });

    it(`the number ${number} is not overwritten by a form that received its rounded value`, () => {
      const at = (...path: (string | number)[]) => ({ in: 'params', step: [0], path }) as const;
      const whole = applyEdit(file(number), { kind: 'set', location: at('x'), value: [{ y: 1, z: 2 }] });
      assert.match(whole.kind === 'refused' ? whole.sentence : '', /^The number/);
      const itself = applyEdit(file(number), { kind: 'set', location: at('x', 0, 'y'), value: 1 });
      assert.equal(itself.kind, 'edits');
    });

    it(`the number ${number} can be converted to a string with all digits if a string is expected`, () => {
      assert.equal(convertValue(parseExact(number), number, 'string'), `"${number}"`);
      assert.deepEqual(
        checkSchema({ type: 'string' }, parseExact(number)).map(({ keyword }) => keyword),
        ['type'],
      );
      assert.deepEqual(checkSchema({ type: 'integer', maximum: 3 }, parseExact(number)), []);
    });

    it(`the number ${number} is an error in a test file`, () => {
      const read = readTestFile(`{"cases":[{"name":"a","payload":{"a":${number}}}]}`);
      assert.match('problem' in read ? read.problem : '', /^The number/);
    });
  }
});

describe('flow/lostNumbers: any number in a file', () => {
  const literal = fc
    .tuple(
      fc.constantFrom('', '-'),
      fc.stringMatching(/^(?:0|[1-9]\d{0,24})$/),
      fc.constantFrom('', '', '.5', '.25', '.12345678901234567890'),
      fc.constantFrom('', '', 'e5', 'E-3', 'e300', 'e308', 'e-330'),
    )
    .map(parts => parts.join(''));

  it('any number in a file is deployed and pulled as the same number, or is reported', async () => {
    await fc.assert(
      fc.asyncProperty(literal, async number => {
        const text = file(number);
        const codes = checkFlow(parseFlow(text), catalog).map(({ code }) => code);
        const source = createFlowSourceReader(catalog)('a.flow.json', text);
        assert.equal('refusal' in source, codes.includes('number-lost'));
        assert.deepEqual(comparePulled(text, await remote(number), catalog), []);
        if ('refusal' in source) return;
        const sent = /"y":([^}]*)\}/.exec(JSON.stringify(source.body))?.[1] ?? '';
        if (codes.length === 0) assert.equal(exact(sent), exact(number));
        else assert.deepEqual(codes, ['number-rounded']);
      }),
      { numRuns: 1000 },
    );
  });
});

/** Returns a decimal number as an integer, scaled so that no fraction remains. */
function exact(number: string): bigint {
  const [, sign = '', whole = '', part = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d*))?(?:e([+-]?\d+))?$/i.exec(number) ?? [];
  return BigInt(`${sign}${whole}${part}`) * 10n ** BigInt(400 + Number(exponent) - part.length);
}
