import assert from 'node:assert/strict';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { MessageLimit } from '../../src/agent/mcp/messageLimit.ts';
import { inspectAppPackage } from '../../src/appPackage/inspectAppPackage.ts';
import { createCatalog } from '../../src/flow/catalog.ts';
import { applyEdits } from '../../src/flow/document/textEdits.ts';
import { parseFlow } from '../../src/flow/document/flowDocument.ts';
import { applyEdit } from '../../src/flow/edit/applyEdit.ts';
import { describeForm } from '../../src/flow/form/describeForm.ts';
import { completionsAt } from '../../src/flow/language/completion.ts';
import { SchemaReader } from '../../src/flow/schema/schemaReader.ts';
import { readTrace } from '../../src/flow/trace/traceFile.ts';
import { pngHead } from '../../src/sandbox/phone/draw/png.ts';
import { BUDGETS } from '../../src/util/budgets.ts';
import { excessiveSize } from '../../src/util/pictureSize.ts';
import { createZip } from '../../src/util/zip/createZip.ts';
import { androidFiles } from '../support/appPackages.ts';
import { manyTypesTable } from '../support/binaryAndroid.ts';
import { nullableSchema, taggedSchema, taggedValue } from '../support/largeSchemas.ts';
import { zipArchive } from '../support/zipArchive.ts';
import type { Section } from './section.ts';

const MIB = 1024 * 1024;
/** Maximum time of one input in milliseconds of the processor, and growth of memory in MiB. */
const MAX = { ms: 3000, memory: 600 };
const ACTION = 'aaaaaaaa-0000-4000-8000-0000000000bb';

type Work = () => unknown;

/** Small files and messages that ask for much: each ends soon, with a result or a reason. */
export const budgets: Section = {
  name: 'budgets',
  run: async ({ scale, isMeasured }) => {
    const share = (most: number): number => Math.max(1, Math.round(most * scale));
    const folder = await mkdtemp(join(tmpdir(), 'budgets-'));
    const figures: Record<string, string> = {};
    try {
      for (const [name, prepare] of Object.entries(inputs(share, join(folder, 'app.apk')))) {
        const work = await prepare();
        const [began, before] = [process.cpuUsage(), process.memoryUsage().rss];
        await work();
        const { user, system } = process.cpuUsage(began);
        const [ms, memory] = [(user + system) / 1000, (process.memoryUsage().rss - before) / MIB];
        if (isMeasured) assert.ok(ms < MAX.ms && memory < MAX.memory, `${name}: ${ms} ms, ${memory} MiB`);
        figures[name] = `${Math.round(ms)} ms, ${Math.max(0, Math.round(memory))} MiB`;
      }
      return figures;
    } finally {
      await rm(folder, { recursive: true });
    }
  },
};

function inputs(
  share: (most: number) => number,
  app: string,
): Readonly<Record<string, () => Work | Promise<Work>>> {
  return {
    'a picture of 16,000 × 16,000 pixels': () => () =>
      assert.ok(excessiveSize(pngHead({ width: 16_000, height: 16_000 }))),
    'a trace with a million members': async () => {
      const members = Array.from({ length: share(1_000_000) }, (_, index) => `"member${index}":1`);
      const json = `{"format":"flow-trace","version":1,"run":{"executionId":"e"},"x":{${members.join()}}}`;
      const file = await createZip([{ name: 'trace.json', bytes: new TextEncoder().encode(json) }]);
      return () => readTrace(file).catch((error: unknown) => error);
    },
    'an app with 30 MiB of resources': async () => {
      await writeFile(app, zipArchive(appFiles(share(30) * MIB)));
      assert.ok((await stat(app)).size < 300 * 1024);
      return () => inspectAppPackage(app);
    },
    'edits that double a flow': () => () => doubled(share(BUDGETS.edits.characters)),
    'a message of 100 MiB': () => async () => {
      const parts = Array.from({ length: share(1600) }, () => Buffer.alloc(64 * 1024, 'x'));
      const limit = new MessageLimit(BUDGETS.standardInput.bytes, () => undefined);
      await buffer(Readable.from([...parts, Buffer.from('\n')]).pipe(limit));
    },
    'a form of six objects with forty alternatives': () => {
      const reader = new SchemaReader(taggedSchema(share(40)));
      return () => describeForm(reader, { ownValue: taggedValue() });
    },
    'a form of six objects with a thousand alternatives': () => {
      const reader = new SchemaReader(taggedSchema(share(1000)));
      return () => describeForm(reader, { ownValue: taggedValue() });
    },
    'completion of 80 properties that can be null': () => completionOf(nullableSchema(share(80))),
    'completion of 400 properties that can be null': () => completionOf(nullableSchema(share(400))),
  };
}

function completionOf(paramsSchema: object): Work {
  const catalog = createCatalog([
    { id: ACTION, name: 'Large', service: 'tasks_api', method: 'large', paramsSchema },
  ]);
  const before = `{"actions":[{"actionId":"${ACTION}","position":1,"overrides":{"params":{"`;
  return () => completionsAt(parseFlow(`${before}"}}}]}`), before.length, catalog);
}

function doubled(characters: number): void {
  let text = `{"actions":[{"actionId":"${ACTION}","position":1}]}`;
  for (let steps = 1; text.length <= characters; steps *= 2) {
    const outcome = applyEdit(text, {
      kind: 'duplicateSteps',
      steps: Array.from({ length: steps }, (_, index) => [index] as const),
    });
    assert.ok(outcome.kind === 'edits');
    text = applyEdits(text, outcome.edits);
  }
}

function appFiles(bytes: number): ReturnType<typeof androidFiles> {
  const resources = manyTypesTable(bytes);
  const reference = { reference: 0x7f010001 };
  return [
    ...androidFiles({ label: reference, versionName: reference, targetSdk: reference }),
    { name: 'resources.arsc', bytes: resources },
  ];
}
