/** The instructions for coding agents in a folder of flows. */
export const AGENTS_FILE = `# Instructions for coding agents

This folder has flows: automations of cloud phones, in files named \`*.flow.json\`. Their tests are in \`*.flow.test.json\`.

## Tools

- In VS Code with the extension Cloud Device Automation, use its tools, such as \`find_actions\` and \`edit_flow\`.
- Elsewhere, start \`npx --yes cloud-device-automation mcp\` as an MCP server. It uses a sandbox on this computer.
- On the command line, \`npx --yes cloud-device-automation validate .\` checks all flows, and \`test .\` runs them in
  the sandbox.

## Rules

- Change files with the tools, which keep formatting and positions, and take IDs only from them.
- Name elements by \`resourceId\`, description, or text. Points change with the next layout.
- End a flow with a step that checks the result, and run it until it succeeds.
- Deploy and activate flows only when the user asks for it.
`;
