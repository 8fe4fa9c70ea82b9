import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import * as z from 'zod';

const root = resolve(import.meta.dirname, '../..');

const Report = z.object({
  diagnostics: z.array(z.object({ code: z.string().optional(), message: z.string(), filename: z.string() })),
});

/** Returns the rules that each of the given files breaks, according to the rules of this repository. */
async function brokenRules(files: Readonly<Record<string, string>>): Promise<Map<string, Set<string>>> {
  const folder = await mkdtemp(join(tmpdir(), 'lint-'));
  try {
    await copyFile(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'));
    const compilerOptions = { strict: true, target: 'ES2024', noUncheckedIndexedAccess: true, types: [] };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    const broken = new Map<string, Set<string>>();
    for (const { code, message, filename } of Report.parse(JSON.parse(await lint(folder))).diagnostics) {
      const path = filename.replaceAll('\\', '/');
      broken.set(path, (broken.get(path) ?? new Set()).add(code ?? message));
    }
    return broken;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

// Oxlint exits with an error because it finds problems.
function lint(folder: string): Promise<string> {
  const program = join(root, 'node_modules/oxlint/bin/oxlint');
  return new Promise(done => {
    execFile(process.execPath, [program, '--format', 'json'], { cwd: folder }, (_, stdout) => done(stdout));
  });
}

/** What the statements below use. */
const GIVEN = `
declare function work(): Promise<number>;
declare function use(...values: unknown[]): void;
declare const list: readonly string[];
declare const maybe: number | undefined;
declare const text: string;
declare const anything: ReturnType<typeof JSON.parse>;
declare const kind: 'a' | 'b';
`;

/** Statements that break exactly the rule. */
const breaches: Readonly<Record<string, string>> = {
  'typescript(no-floating-promises)': 'work();',
  'typescript(no-misused-promises)': 'list.forEach(async () => use(await work()));',
  'typescript(await-thenable)': 'async function run() { await maybe; await work(); }\nvoid run();',
  'typescript(no-unnecessary-condition)': 'use(text?.length);',
  'typescript(no-unnecessary-type-assertion)': 'use(text as string);',
  'typescript(prefer-optional-chain)': 'declare const a: { b: { c: 1 } } | undefined;\nuse(a && a.b);',
  'typescript(switch-exhaustiveness-check)': "switch (kind) { case 'a': use(1); }",
  'typescript(no-confusing-void-expression)': 'const nothing = use(1);\nuse(nothing);',
  'typescript(restrict-template-expressions)': 'use(`${list}`);',
  'typescript(restrict-plus-operands)': 'use(text + 1);',
  'typescript(no-base-to-string)': 'use(String({}));',
  'typescript(prefer-nullish-coalescing)': 'use(maybe || 1);',
  'typescript(no-unsafe-assignment)': 'const a: string = anything;\nuse(a);',
  'typescript(no-unsafe-argument)': 'declare function f(a: string): void;\nf(anything);',
  'typescript(no-unsafe-call)': 'anything();',
  'typescript(no-unsafe-member-access)': 'use(anything.a);',
  'typescript(no-unsafe-return)': 'export const f = (): string => anything;',
  'typescript(no-explicit-any)': 'export type A = any;',
  'typescript(consistent-type-imports)': "import { A } from './other.ts';\nexport type B = A;",
  'typescript(explicit-module-boundary-types)': 'export const f = () => 1;',
  'typescript(no-deprecated)': '/** @deprecated Old. */\nfunction f() { use(1); }\nf();',
  'typescript(no-non-null-assertion)': 'use(maybe!);',
  'typescript(only-throw-error)': 'throw text;',
  'typescript(require-await)': 'export async function f(): Promise<void> { use(1); }',
  'typescript(return-await)': 'async function f() { try { return work(); } catch { return 1; } }\nuse(f);',
  'typescript(unbound-method)': "class A { b() { use(this); } }\nuse(list.map(new A().b), 'x');",
  'typescript(no-redundant-type-constituents)': 'export type A = unknown | string;',
  'typescript(prefer-promise-reject-errors)': 'void Promise.reject(text);',
  'eslint(no-unused-vars)': 'const _unused = 1;',
  'eslint(eqeqeq)': "use(text == '1');",
  'eslint(no-console)': 'console.log(text);',
  'eslint(max-lines)': 'use(1);\n'.repeat(500),
  'eslint(no-fallthrough)': "switch (kind) { case 'a': use(1); case 'b': use(2); }",
  'eslint(prefer-const)': 'let a = 1;\nuse(a);',
};

describe('lint', () => {
  const pathOf = (rule: string): string => `src/${rule.replace(/\W/g, '_')}.ts`;
  let broken = new Map<string, Set<string>>();

  before(async () => {
    const files = Object.fromEntries(
      Object.entries(breaches).map(([rule, code]) => [pathOf(rule), `${code}\nexport {};\n`]),
    );
    broken = await brokenRules({
      ...files,
      'src/given.d.ts': GIVEN,
      'src/other.ts': 'export interface A {\n  readonly a: string;\n}\n',
      'src/suppressed.ts': '// eslint-disable-next-line no-var\nexport const a = 1;\n',
      'test/support/a.ts': 'declare const a: string | undefined;\nexport const b = a!;\n',
      'scripts/a.mjs': 'console.log(unknown);\n',
    });
  });

  for (const rule of Object.keys(breaches))
    it(`the rules of the linter include ${rule}`, () => {
      assert.deepEqual([...(broken.get(pathOf(rule)) ?? [])], [rule]);
    });

  it('the rules of the linter refuse names that are not defined in scripts', () => {
    assert.deepEqual([...(broken.get('scripts/a.mjs') ?? [])], ['eslint(no-undef)']);
  });

  it('the rules of the linter refuse a comment that suppresses nothing', () => {
    const [problem = '', ...others] = broken.get('src/suppressed.ts') ?? [];
    assert.match(problem, /^Unused eslint-disable directive/);
    assert.deepEqual(others, []);
  });

  it('the rules of the linter let tests assert that a value is present', () => {
    assert.equal(broken.get('test/support/a.ts'), undefined);
  });
});
