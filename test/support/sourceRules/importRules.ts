import type { ImportRules, ModuleImports } from './moduleImports.ts';

/** The modules that do not touch VS Code, as far as features may import them. */
const BELOW_FEATURES: readonly string[] = [
  'util',
  'files',
  'manifest.ts',
  'contract',
  'flow',
  'protocol',
  'client',
  'stores',
  'deploy',
  'traceReading',
];
/** A feature, which is a module with a user interface. Features never import one another, nor the sandbox. */
export const FEATURE = {
  modules: [...BELOW_FEATURES, 'contributions', 'flowTest', 'host', 'wording', 'appState'],
  packages: ['node', 'vscode'],
} satisfies Omit<ModuleImports, 'contents'>;

/** The imports that are allowed, from which the table in docs/architecture.md is generated. */
export const IMPORT_RULES: ImportRules = {
  modules: {
    util: { contents: 'General utilities, independent of the domain', modules: [] },
    files: {
      contents: 'Changing files of a project on disk: locks, comparison at the write, and symbolic links',
      modules: ['util'],
      packages: ['node'],
    },
    'manifest.ts': { contents: 'Every ID shared with package.json', modules: [] },
    contributions: {
      contents: 'What each command and view contributes to package.json, and the arguments of commands',
      modules: ['manifest.ts'],
      types: ['flow', 'stores'],
      typePackages: ['vscode'],
    },
    contract: {
      contents:
        'The HTTP interface: a zod schema for each record, one table of operations, limits, errors, signatures',
      modules: ['util'],
      packages: ['zod'],
    },
    flow: {
      contents: 'The meaning of flows and their parameters, as pure functions',
      modules: ['util'],
      types: ['contract'],
      packages: ['fastest-levenshtein', 'jsonc-parser', 'saxes', 'yaml'],
    },
    protocol: {
      contents: 'The messages between pages and the host',
      modules: ['util'],
      types: ['flow', 'contract'],
    },
    client: {
      contents: 'The typed HTTP client derived from the table of operations',
      modules: ['util', 'contract'],
      packages: ['node', 'undici'],
      typePackages: ['zod'],
    },
    sandbox: {
      contents: 'The local service derived from the same table',
      modules: ['util', 'contract', 'flow'],
      packages: [
        ...['node', 'hono', '@hono/node-server', 'croner', 'pngjs', 'rrule', 'saxes'],
        ...['@yume-chan/adb', '@yume-chan/adb-server-node-tcp'],
      ],
      typePackages: ['zod'],
    },
    traceReading: {
      contents: 'A trace as the trace viewer, a report, or a terminal shows it',
      modules: ['util', 'flow', 'protocol'],
      types: ['contract'],
    },
    appPackage: {
      contents: 'Reading and checking an app file before it is uploaded',
      modules: ['util'],
      types: ['contract'],
      packages: ['node', 'saxes'],
    },
    stores: {
      contents: 'Observable state between the client and the UI',
      modules: ['util', 'contract', 'client', 'flow'],
      packages: ['node'],
    },
    deploy: {
      contents: 'Deployment of flow files to a service, safe against interruptions',
      modules: ['util', 'files', 'contract', 'client', 'flow'],
      packages: ['node'],
    },
    host: {
      contents: 'Adapters of VS Code services: dialogs, settings, files, log, proxy, pages, commands',
      modules: ['util', 'manifest.ts', 'protocol', 'stores'],
      types: ['contributions', 'client'],
      packages: ['vscode'],
    },
    wording: {
      contents: 'Words for people: explanations of failures, labels, curl commands',
      modules: ['util', 'contract', 'client', 'flow', 'stores'],
      types: ['deploy'],
    },
    appState: {
      contents:
        "The state of a window: connections, keys and other secrets, the sandbox's process, flow documents, links, runs, the receiver",
      modules: [...BELOW_FEATURES, 'host', 'wording'],
      packages: ['node', 'vscode'],
      typePackages: ['undici'],
    },
    views: {
      contents: 'The tree views, lenses, decorations, and the status bar',
      ...FEATURE,
      packages: [...FEATURE.packages, 'pngjs'],
    },
    flowEditor: { ...FEATURE, contents: 'The visual editor of flow files' },
    language: {
      contents: 'Flow files in the text editor: diagnostics, completion, hover, quick fixes',
      ...FEATURE,
      packages: [...FEATURE.packages, 'jsonc-parser', 'vscode-json-languageservice'],
    },
    devicePanel: {
      ...FEATURE,
      contents: 'The screen of a device, the grid of devices, recording, and places on the map',
    },
    webhooks: { ...FEATURE, contents: 'The deliveries that the local receiver gets' },
    traceViewer: { ...FEATURE, contents: 'Traces of runs and their comparison' },
    commands: { contents: 'The commands', ...FEATURE, modules: [...FEATURE.modules, 'appPackage'] },
    agent: {
      contents: 'The tools for agents, their policy, and the MCP server, without VS Code',
      modules: [...BELOW_FEATURES.filter(name => name !== 'manifest.ts'), 'flowTest', 'wording'],
      packages: ['node', 'zod', '@modelcontextprotocol/server', '@hono/node-server'],
    },
    agentHost: {
      contents: 'The tools for agents of VS Code, and what agents did',
      ...FEATURE,
      modules: [...FEATURE.modules, 'agent'],
    },
    flowTest: {
      contents: 'Running flow files as tests and checking the results',
      modules: ['util', 'files', 'contract', 'client', 'flow', 'deploy'],
      packages: ['node', 'pixelmatch', 'pngjs', 'zod'],
    },
    testExplorer: { ...FEATURE, contents: 'Flow files and their cases in the Test Explorer' },
    debugger: { ...FEATURE, contents: 'The debugger of flows' },
    commandLine: {
      contents: 'The command line: its commands, options, help, completion, and reports',
      modules: [
        ...['util', 'files', 'contract', 'client', 'flow', 'protocol', 'traceReading', 'stores'],
        ...['deploy', 'flowTest', 'wording', 'validate', 'sandbox', 'agent'],
      ],
      packages: ['node', 'zod', '@commander-js/extra-typings'],
    },
    webview: {
      contents: "The pages, which run in VS Code's webviews, and those of HTML reports and agents",
      modules: ['util', 'flow', 'protocol', 'traceReading'],
      types: ['contract'],
      packages: ['lit', 'd3-geo', 'topojson-client', 'world-atlas'],
      typePackages: ['geojson', 'topojson-specification'],
    },
    'extension.ts': {
      contents: 'The entry point of the extension, which creates and connects everything. Start reading here',
      modules: [
        ...[...FEATURE.modules, 'views', 'flowEditor', 'language', 'devicePanel', 'webhooks', 'traceViewer'],
        ...['commands', 'testExplorer', 'debugger', 'agentHost'],
      ],
      packages: ['node', 'vscode'],
    },
    validate: {
      contents: 'The command that checks flow files',
      modules: ['util', 'contract', 'flow', 'sandbox'],
      packages: ['node'],
    },
    'bin.ts': { contents: 'The program of the npm package', modules: ['cli.ts'] },
    'cli.ts': {
      contents: 'The entry point of the command line',
      modules: ['commandLine'],
      packages: ['node'],
    },
  },
  plain: ['contract/limits.ts', 'contract/enumerations.ts', 'contract/mailboxReasons.ts'],
  onlyIn: {
    undici: ['client/dispatcher.ts', 'client/wakeHostFetch.ts'],
    'node:sqlite': ['sandbox/store/'],
    saxes: ['flow/track/', 'appPackage/', 'sandbox/drivers/adb/'],
    '@yume-chan/adb': ['sandbox/drivers/adb/'],
    '@yume-chan/adb-server-node-tcp': ['sandbox/drivers/adb/'],
  },
};
