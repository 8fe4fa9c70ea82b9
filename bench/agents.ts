import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { carriesForeignText, inputSchemaOf } from '../src/agent/toolSchema.ts';
import { TOOLS } from '../src/agent/toolTable.ts';
import { testAgents } from '../test/support/agents.ts';
import { type Figures, median, timed } from './figures.ts';
import { loadedWith } from './sizes.ts';
import { sized } from './sized.ts';

const ROUNDS = sized(31, 1);
/** An estimate; the tokenizers of models differ. */
const CHARACTERS_PER_TOKEN = 4;

/** Measures the tools for agents: their list in tokens, the code that serves MCP, and calls relative to operations. */
export async function measureAgents(figures: Figures): Promise<void> {
  const list = TOOLS.map(tool => ({
    ...{ name: tool.name, title: tool.title, description: tool.description },
    inputSchema: inputSchemaOf(tool),
    annotations: { readOnlyHint: true, openWorldHint: carriesForeignText(tool) },
  }));
  figures.add('list of tools for agents', JSON.stringify(list).length / CHARACTERS_PER_TOKEN, 'tokens');
  measureServer(figures);
  const agents = await testAgents();
  const { client } = agents.sandbox;
  const devices = (await client.listDevices({})).value.items ?? [];
  const deviceId =
    devices.find(({ state, type }) => state === 'ready' && type?.startsWith('android'))?.id ?? '';
  const params = { deviceId };
  const pairs = {
    list_records: [{ kind: 'devices' }, () => client.listDevices({ query: { page: 1, pageSize: 20 } })],
    look_at_device: [{ deviceId }, () => client.getUiState({ params })],
  } as const;
  for (const [tool, [input, operate]] of Object.entries(pairs)) {
    const ratios: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const operation = await timed(operate);
      ratios.push((await timed(() => agents.call(tool, input))) / operation);
    }
    figures.add(`${tool} over its operation`, median(ratios), '×');
  }
  await agents.stop();
}

/** Measures the built code that only the MCP server loads. */
function measureServer(figures: Figures): void {
  const [host, server] = ['agentHost', 'serveHttp'].map(name => globSync(`dist/chunks/${name}-*.js`)[0]);
  if (host === undefined || server === undefined) return;
  const known = loadedWith(resolve(host));
  const files = [...loadedWith(resolve(server))].filter(file => !known.has(file));
  const code = Buffer.concat(files.map(file => readFileSync(file)));
  figures.add('MCP server, gzip', gzipSync(code).length / 1000, 'kB');
}
