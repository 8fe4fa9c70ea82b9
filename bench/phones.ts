import { type Adb, AdbServerClient } from '@yume-chan/adb';
import { AdbServerNodeTcpConnector } from '@yume-chan/adb-server-node-tcp';
import { AdbTestServer } from '../test/support/fakePhone/adbServer.ts';
import { FakePhone } from '../test/support/fakePhone/fakePhone.ts';
import { testSandbox, type TestSandbox } from '../test/support/sandbox.ts';
import { until } from '../test/support/until.ts';
import { type Figures, median, timed } from './figures.ts';
import { sized } from './sized.ts';

const ROUNDS = sized(40, 1);
const PHONES = sized(24, 2);
const DUMP = '/data/local/tmp/bench.xml';

/** Measures gestures, pictures, and elements of a phone through the sandbox, each beside its bare command of adb. */
export async function measurePhones(figures: Figures): Promise<void> {
  const server = await AdbTestServer.start();
  const phone = new FakePhone({ serial: 'bench-0', apiLevel: 36 });
  server.connect(phone);
  const sandbox = await testSandbox({ adb: server.address, checkAnswers: false });
  try {
    const deviceId = await add(sandbox, phone.serial);
    const params = { deviceId };
    // Drawing is no part of what is measured.
    phone.picture = (await sandbox.client.takeScreenshot({ params })).value;
    const adb = await new AdbServerClient(new AdbServerNodeTcpConnector(server.address)).createAdb({
      serial: phone.serial,
    });
    const compare = async (name: string, product: () => Promise<unknown>, line: string): Promise<void> => {
      const pairs: [number, number][] = [];
      for (let round = 0; round < ROUNDS; round++)
        pairs.push([await timed(product), await timed(() => runBare(adb, line))]);
      figures.add(`${name} through the sandbox`, median(pairs.map(([through]) => through)), 'ms');
      figures.add(`${name} by the bare command`, median(pairs.map(([, bare]) => bare)), 'ms');
      figures.add(
        `${name}, sandbox against bare`,
        median(pairs.map(([through, bare]) => through / bare)),
        '×',
      );
    };
    const { client } = sandbox;
    await compare('tap', () => client.tapDevice({ params, body: { x: 1, y: 1 } }), 'input tap 1 1');
    await compare('picture', () => client.takeScreenshot({ params }), 'screencap -p');
    await compare(
      'elements',
      () => client.getUiState({ params }),
      `uiautomator dump --windows ${DUMP} && cat ${DUMP}`,
    );
    await adb.close();
    await measureMemory(figures, sandbox, server);
  } finally {
    await sandbox.stop();
    await server.stop();
  }
}

/** Measures the memory that added phones take in this process, which includes those of the fake phones. */
async function measureMemory(figures: Figures, sandbox: TestSandbox, server: AdbTestServer): Promise<void> {
  const phones = Array.from({ length: PHONES }, (_, index) => new FakePhone({ serial: `phone-${index}` }));
  const before = process.memoryUsage().rss;
  for (const phone of phones) {
    server.connect(phone);
    await until('the phone', async () => {
      const { phones: listed } = (await sandbox.sandboxClient.listAdbPhones({})).value.data;
      return listed.some(({ serial }) => serial === phone.serial);
    });
    await add(sandbox, phone.serial);
  }
  figures.add(`memory with ${PHONES} phones more`, (process.memoryUsage().rss - before) / 1024 / 1024, 'MB');
}

async function add(sandbox: TestSandbox, serial: string): Promise<string> {
  return (await sandbox.sandboxClient.addAdbPhone({ body: { serial } })).value.id;
}

async function runBare(adb: Adb, line: string): Promise<void> {
  const shell = await adb.subprocess.shellProtocol?.spawn([line]);
  if (!shell) throw new Error('The phone has no shell.');
  const read = async (stream: AsyncIterable<Uint8Array>): Promise<void> => {
    for await (const part of stream) void part;
  };
  await Promise.all([read(shell.stdout), read(shell.stderr), shell.exited]);
}
