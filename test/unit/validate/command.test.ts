import assert from 'node:assert/strict';
import { demoActionId } from '../../../src/sandbox/demo/demoCatalog.ts';
import { mkdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileSchema } from '../../../src/flow/schema/compileSchema.ts';
import { BUDGETS } from '../../../src/util/budgets.ts';
import { callProgram, type CommandOutcome, runProgram } from '../../support/commandLine.ts';
import { DIAGNOSTIC_TITLES } from '../../../src/flow/document/diagnostic.ts';
import { useFolder } from '../../support/useFolder.ts';

function validate(...args: string[]): Promise<CommandOutcome> {
  return callProgram(['validate', ...args]);
}

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly version: string };
const MISTAKES = 'examples/mistakes.flow.json';

describe('validate/command', () => {
  const folder = useFolder('validate');
  const write = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };

  it('the command that checks flow files finds nothing in the valid examples', async () => {
    const { code, stdout } = await validate('examples/first-steps.flow.json', 'examples/sign-in.flow.json');
    assert.equal(stdout, '0 errors, 0 warnings in 2 files.\n');
    assert.equal(code, 0);
  });

  it('the command that checks flow files prints the location of each finding and exits with 1 for errors', async () => {
    const { code, stdout, stderr } = await validate('examples');
    assert.equal(code, 1);
    assert.match(stderr, /^Actions were looked up among those of the sandbox; --catalog FILE names those of/);
    assert.match(
      stdout,
      /^examples[/\\]mistakes\.flow\.json:18:23: error param-value: “latitude” must be at most 90, not 95\.5\.$/m,
    );
    assert.match(stdout, /\n\d+ errors, \d+ warnings, \d+ notes? in 12 files\.\n$/);
  });

  it('the command that checks flow files checks a value with many alternatives that would take too long while somebody types', async () => {
    const forms = Array.from({ length: 12 }, (_, index) => ({
      type: 'object',
      properties: { inner: { $ref: '#/$defs/forms' }, [`kind ${index}`]: { type: 'string' } },
      required: ['inner'],
      additionalProperties: false,
    }));
    const inner = { inner: { inner: { inner: { inner: 'x' } } } };
    const paramsSchema = {
      properties: { inner: { $ref: '#/$defs/forms' } },
      $defs: { forms: { anyOf: forms } },
    };
    assert.deepEqual(
      compileSchema(paramsSchema)
        .check(inner)
        .map(({ keyword }) => keyword),
      ['cannotCheck'],
    );
    const actions = [{ id: 'a', name: 'A', service: 'B', paramsSchema }];
    const catalog = write('forms.json', JSON.stringify(actions));
    const step = { actionId: 'a', position: 1, overrides: { params: inner } };
    const flow = write('forms.flow.json', JSON.stringify({ name: 'A', triggerId: 'x', actions: [step] }));
    const { code, stdout } = await validate('--catalog', catalog, flow);
    assert.match(stdout, /error param-value: “inner” must have one of the forms/);
    assert.doesNotMatch(stdout, /cannot-check/);
    assert.equal(code, 1);
  }).timeout(60_000);

  it('the command that checks flow files prints no commands to a pipeline', async () => {
    const flow = write('odd.flow.json', JSON.stringify({ 'x\n::stop-commands::t ##[add-mask]a': 1 }));
    const { stdout } = await validate(flow);
    assert.match(stdout, /“x ::stop-commands::t ## \[add-mask\]a”/);
    assert.doesNotMatch(stdout, /^\s*::|##\[/m);
    assert.equal((await validate('::a::')).stderr, ': :a:: cannot be read: there is no such file.\n');
  });

  for (const format of ['text', 'json', 'sarif'])
    it(`the command that checks flow files shows no secret of a file in findings as ${format}`, async () => {
      const params = {
        url: 'ftp://ada:canaryUser1@example.com/?access_token=canaryQuery2AndMuchMoreOfThisLongSecretText',
        method: 'token=canaryMethod3',
        timeoutSeconds: 'password=canarySeconds4',
        headers: { 'password: canaryHeader5': 'x' },
        authentication: { type: 'bearer', token: ['canaryToken6'], 'password=canaryMember7': 1 },
      };
      const file = write(
        'secrets.flow.json',
        JSON.stringify({
          name: 'Secrets',
          triggerId: 'password=canaryTrigger8',
          deviceIds: ['token=canaryDevice9'],
          enabled: 'secret=canaryEnabled10',
          actions: [
            { actionId: demoActionId('webhooks.request'), position: 1, overrides: { params } },
            { actionId: 'token=canaryAction11', position: 2 },
          ],
        }),
      );
      const { code, stdout } = await validate('--format', format, file);
      assert.equal(code, 1);
      assert.doesNotMatch(stdout, /canary/);
      assert.match(stdout, /••••••/);
    });

  it('the command that checks flow files does not read a file that is too large or has too many values', async () => {
    const file = write('large.flow.json', '{}');
    truncateSync(file, BUDGETS.input.bytes + 1);
    const { code, stdout, stderr } = await validate(file);
    assert.equal(code, 2);
    assert.match(`${stdout}${stderr}`, /cannot be read: it is larger than 67108864 bytes/);
    writeFileSync(file, `[${'[],'.repeat(BUDGETS.input.parts.values)}[]]`);
    assert.match((await validate(file)).stderr, /cannot be read: it has more than 1000000 values/);
  });

  it('the command that checks flow files stops reading a link to a device without an end', async function () {
    if (process.platform === 'win32') this.skip();
    mkdirSync(join(folder, 'devices'));
    symlinkSync('/dev/zero', join(folder, 'devices', 'endless.flow.json'));
    const { code, stdout } = await validate(join(folder, 'devices'));
    assert.equal(code, 1);
    assert.match(stdout, /endless\.flow\.json cannot be read: it is larger than 67108864 bytes/);
    const options = ['--connection', '/dev/zero'];
    assert.match(
      (await callProgram(['deploy', ...options, folder])).stderr,
      /it is larger than 67108864 bytes/,
    );
  });

  it('the command that checks flow files names a file that is not UTF-8 in one sentence, and reads one with a byte order mark', async () => {
    const text = '{\n  "name": "Grüße",\n  "actions": []\n}';
    mkdirSync(join(folder, 'encodings'));
    const file = write('encodings/a.flow.json', `\ufeff${text}`);
    assert.doesNotMatch((await validate(file)).stdout, /invalid-json/);
    const wide = Buffer.from(`\ufeff${text}`, 'utf16le');
    for (const [bytes, problem] of [
      [Buffer.from(text, 'latin1'), 'it is not UTF-8 text: the byte FC in line 2, column 14 is invalid'],
      [wide, 'it is UTF-16 LE text'],
      [Buffer.from(wide).swap16(), 'it is UTF-16 BE text'],
    ] as const) {
      writeFileSync(file, bytes);
      const sentence = `${file} cannot be read: ${problem}; save it as UTF-8.\n`;
      const { code, stdout, stderr } = await validate(file);
      assert.deepEqual([code, stdout, stderr], [2, '', sentence]);
      const whole = await validate(join(folder, 'encodings'));
      assert.ok(whole.stdout.includes(sentence.trim()), whole.stdout);
      assert.deepEqual([whole.code, whole.stderr], [1, '']);
    }
  });

  it('the command that checks flow files names what cannot be read below a folder, and checks the rest', async () => {
    const flows = join(folder, 'partly');
    mkdirSync(join(flows, 'nested'), { recursive: true });
    symlinkSync(join(flows, 'gone.json'), join(flows, 'a.flow.json'));
    write('partly/b.flow.json', '{"name": 1, "actions": []}');
    writeFileSync(join(flows, 'nested/c.flow.json'), Buffer.of(0xff, 0xfe));
    const { code, stdout, stderr } = await validate(flows);
    assert.match(
      stdout,
      /a\.flow\.json:1:1: error syntax: .*a\.flow\.json cannot be read: it is a link to a file that/,
    );
    assert.match(stdout, /c\.flow\.json cannot be read: it is UTF-16 LE text/);
    assert.match(stdout, /b\.flow\.json:1:\d+: /);
    assert.match(stdout, / in 3 files\.\n$/);
    assert.deepEqual([code, stderr], [1, '']);
  });

  it('the command that checks flow files ends quietly if nobody reads its output, and with 2 if it cannot be written', async function () {
    // Windows has no /dev/full.
    if (process.platform === 'win32') this.skip();
    const shell = (line: string): Promise<CommandOutcome> => {
      const program = `"${process.execPath}" --disable-warning=ExperimentalWarning src/cli.ts`;
      return runProgram('bash', ['-c', line.replace('PROGRAM', program)]);
    };
    // The reader ends before the program writes.
    const closed = await shell('PROGRAM validate --format json examples 2>&1 | true; exit ${PIPESTATUS[0]}');
    assert.deepEqual(closed, { code: 2, stdout: '', stderr: '' });
    const full = await shell('PROGRAM validate examples > /dev/full');
    assert.equal(full.code, 2);
    assert.match(full.stderr, /The output cannot be written \(ENOSPC\)\.\n/);
    assert.doesNotMatch(full.stderr, / at /);
  });

  it('the command that checks flow files writes JSON with pointers to the findings', async () => {
    const { code, stdout } = await validate('--format', 'json', MISTAKES);
    assert.equal(code, 1);
    const findings = JSON.parse(stdout) as Record<string, unknown>[];
    assert.deepEqual(
      findings.find(one => one['line'] === 18),
      {
        file: MISTAKES,
        path: '/actions/0/overrides/params/latitude',
        line: 18,
        column: 23,
        severity: 'error',
        code: 'param-value',
        message: '“latitude” must be at most 90, not 95.5.',
      },
    );
    const flow = JSON.parse(readFileSync(MISTAKES, 'utf8')) as unknown;
    for (const { path } of findings) {
      let value = flow as Record<string, unknown>;
      for (const part of String(path).split('/').slice(1)) {
        assert.ok(Object.hasOwn(value, part), String(path));
        value = value[part] as Record<string, unknown>;
      }
    }
  });

  it('the command that checks flow files writes SARIF 2.1.0 with a rule for each finding', async () => {
    const { code, stdout } = await validate('--format', 'sarif', MISTAKES);
    assert.equal(code, 1);
    const region = { required: ['startLine', 'startColumn', 'endLine', 'endColumn'] };
    const place = {
      required: ['artifactLocation', 'region'],
      properties: { artifactLocation: { properties: { uri: { const: MISTAKES } } }, region },
    };
    const result = {
      required: ['ruleId', 'ruleIndex', 'level', 'message', 'locations'],
      properties: {
        ruleId: { enum: Object.keys(DIAGNOSTIC_TITLES) },
        level: { enum: ['error', 'warning', 'note'] },
        locations: { minItems: 1, items: { properties: { physicalLocation: place } } },
      },
    };
    const address = { type: 'string', pattern: '^https://' };
    const rule = {
      required: ['id', 'helpUri'],
      properties: { helpUri: { ...address, pattern: '^https://.+/docs/validate\\.md#what-is-found$' } },
    };
    const driver = {
      required: ['name', 'version', 'informationUri', 'rules'],
      properties: {
        version: { const: version },
        informationUri: address,
        rules: { minItems: 1, items: rule },
      },
    };
    const tool = { required: ['driver'], properties: { driver } };
    const run = { required: ['tool'], properties: { tool, results: { minItems: 10, items: result } } };
    const log = { properties: { version: { const: '2.1.0' }, runs: { items: run, minItems: 1 } } };
    assert.deepEqual(compileSchema(log).check(JSON.parse(stdout)), []);
  });

  it('the command that checks flow files reads files with a byte order mark, and each file once', async () => {
    mkdirSync(join(folder, 'all', 'old.flow.json'), { recursive: true });
    const flow = write('all/a.flow.json', `\ufeff${readFileSync('examples/first-steps.flow.json', 'utf8')}`);
    write('all/old.flow.json/b.flow.json', readFileSync('examples/first-steps.flow.json', 'utf8'));
    const { code, stdout, stderr } = await validate(
      flow,
      join(folder, 'all'),
      join(folder, 'all', '.', 'a.flow.json'),
    );
    assert.equal(stderr, '');
    assert.equal(stdout, '0 errors, 0 warnings in 2 files.\n');
    assert.equal(code, 0);
  });

  it('the command that checks flow files accepts a catalog as an array or as a page', async () => {
    const action = {
      id: '11111111-1111-4111-8111-111111111111',
      name: 'Own',
      paramsSchema: { required: ['a'] },
    };
    const flow = write(
      'own.flow.json',
      `{"name":"A","triggerId":"${action.id}","actions":[{"actionId":"${action.id}","position":1}]}`,
    );
    for (const catalog of [[action], { items: [action] }]) {
      const file = write('actions.json', JSON.stringify(catalog));
      const { code, stdout, stderr } = await validate('--catalog', file, flow);
      assert.equal(stderr, '');
      assert.match(stdout, /param-missing: The parameters of “Own” must have the property “a”\./);
      assert.equal(code, 1);
    }
  });

  const bad: readonly (readonly [name: string, args: () => string[], said: RegExp])[] = [
    ['no files', () => [], /missing required argument 'files'/],
    ['an unknown option', () => ['--fast', MISTAKES], /--fast/],
    [
      'an unknown format',
      () => ['--format', 'xml', MISTAKES],
      /argument 'xml' is invalid\. Allowed choices are text, json, sarif\./,
    ],
    [
      'a file that does not exist',
      () => [join(folder, 'none.flow.json')],
      /none\.flow\.json cannot be read: there is no such file\.$/m,
    ],
    ['a folder without flows', () => ['docs'], /^docs holds no \*\.flow\.json file\./],
    [
      'a catalog that does not exist',
      () => ['--catalog', join(folder, 'none.json'), MISTAKES],
      /there is no such file/,
    ],
    [
      'a catalog that is not JSON',
      () => ['--catalog', write('bad.json', '{'), MISTAKES],
      /bad\.json is not JSON: /,
    ],
    [
      'an invalid catalog',
      () => ['--catalog', write('form.json', '{"a":1}'), MISTAKES],
      /neither an array of actions nor an object with “items”/,
    ],
    [
      'one of several catalog pages',
      () => [
        '--catalog',
        write('page.json', '{"items":[{"id":"a","name":"A"}],"pagination":{"total":3}}'),
        MISTAKES,
      ],
      /page\.json is one page of several, with 1 of 3 actions; join all pages/,
    ],
    [
      'an action without a name',
      () => ['--catalog', write('action.json', '[{"id":"a"}]'), MISTAKES],
      /item 0 is not an action/,
    ],
  ];
  for (const [name, args, said] of bad) {
    it(`the command that checks flow files exits with 2 for ${name} and says why`, async () => {
      const { code, stdout, stderr } = await validate(...args());
      assert.match(stderr, said);
      assert.equal(stdout, '');
      assert.equal(code, 2);
    });
  }

  it('the command that checks flow files resolves paths against the directory in which npm was started', async () => {
    const { code, stdout } = await runProgram(
      'npm',
      ['run', '--silent', 'validate', '--', 'mistakes.flow.json'],
      'examples',
    );
    assert.match(stdout, /^mistakes\.flow\.json:\d+:\d+: /);
    assert.equal(code, 1);
  });

  it('the command that checks flow files prints its usage', async () => {
    const { code, stdout } = await validate('--help');
    assert.match(stdout, /^Usage: cloud-device-automation validate \[options\] <files\.\.\.>/);
    assert.equal(code, 0);
  });

  it('the command that checks flow files has every code in its documentation, with its severity', () => {
    const text = readFileSync('docs/validate.md', 'utf8');
    for (const [code, title] of Object.entries(DIAGNOSTIC_TITLES)) {
      assert.match(
        text,
        new RegExp(`^\\| \`${code}\` +\\| (error|warning|information|hint) +\\| ${title} +\\|$`, 'm'),
      );
    }
  });
});
