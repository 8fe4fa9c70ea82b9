import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import * as z from 'zod';
import { FLOW_PROMPTS } from '../../src/agent/prompts.ts';
import { TOOLS } from '../../src/agent/toolTable.ts';
import { AGENTS_FILE } from '../../src/wording/agentsFile.ts';
import { type TestAgents, testAgents } from '../support/agents.ts';

const Example = z.strictObject({ tool: z.string(), input: z.record(z.string(), z.unknown()) });
const SKILLS = ['write-flow', 'review-flow', 'repair-flow', 'verify-flow'];

function read(skill: string): string {
  return readFileSync(`media/skills/${skill}/SKILL.md`, 'utf8');
}

/** Returns the blocks of JSON in a Markdown text. */
function examplesIn(text: string): readonly z.output<typeof Example>[] {
  return [...text.matchAll(/```json\n([\s\S]*?)```/g)].map(([, json = '']) =>
    Example.parse(JSON.parse(json)),
  );
}

describe('agentSkills', () => {
  let agents: TestAgents;
  before(async () => {
    agents = await testAgents();
  });
  after(() => agents.stop());

  it('the skills for agents are those of package.json', () => {
    const { contributes } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      readonly contributes: { readonly chatSkills: readonly { readonly path: string }[] };
    };
    const paths = contributes.chatSkills.map(({ path }) => path);
    assert.deepEqual(paths.toSorted(), SKILLS.map(name => `./media/skills/${name}/SKILL.md`).toSorted());
    assert.deepEqual(readdirSync('media/skills').toSorted(), SKILLS.toSorted());
  });

  for (const skill of SKILLS) {
    it(`the skill ${skill} has its name, a description, and examples that all work`, async () => {
      const text = read(skill);
      assert.match(text, new RegExp(`^---\nname: ${skill}\ndescription: .{20,300}\n---\n`));
      const examples = examplesIn(text);
      assert.ok(examples.length >= 2);
      for (const { tool, input } of examples) {
        const output = await agents.call(tool, input);
        if (tool === 'run_flow') assert.equal(output['status'], 'success');
        if ('errors' in output) assert.equal(output['errors'], 0);
      }
    });
  }

  it('the skills for agents and other texts do not repeat what a tool or the server teaches', () => {
    const prompts = FLOW_PROMPTS.map(({ text }) => text);
    const others = [AGENTS_FILE, ...prompts, ...SKILLS.map(read)].join('\n');
    assert.doesNotMatch(others, /origin|instruction in|\{\{|Never invent/);
    for (const [what, where] of [
      ['{{steps.KEY.body.FIELD}}', 'edit_flow'],
      ['{{item}}', 'edit_flow'],
      ['mailbox.waitForPasscode with key', 'edit_flow'],
      ['flow.branch', 'edit_flow'],
    ] as const) {
      const teaching = TOOLS.filter(({ description }) => description.includes(what));
      assert.deepEqual(
        teaching.map(({ name }) => name),
        [where],
      );
    }
  });

  it('the skills for agents and the instructions for workspaces name only tools that exist', () => {
    const names = new Set(TOOLS.map(({ name }) => name));
    const texts = [AGENTS_FILE, ...SKILLS.map(read)].join('\n');
    const named = [
      ...texts.matchAll(/\b(?:find|list|read|edit|check|run|look|act|wait|plan|deploy|activate)_[a-z_]+/g),
    ];
    assert.ok(named.length > 10);
    assert.deepEqual(
      named.map(([name]) => name).filter(name => !names.has(name)),
      [],
    );
  });
});
