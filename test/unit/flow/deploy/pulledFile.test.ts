import assert from 'node:assert/strict';
import type { Flow } from '../../../../src/contract/records/flow.ts';
import type { FlowAction } from '../../../../src/contract/records/flowAction.ts';
import { createCatalog } from '../../../../src/flow/catalog.ts';
import {
  bodyOfFlow,
  createFlowFile,
  type PulledBody,
  pulledFile,
  comparePulled,
} from '../../../../src/flow/deploy/pulledFile.ts';

const catalog = createCatalog([]);
const ACTION = '11111111-1111-4111-8111-111111111111';

function remote(settings: Partial<Flow>, x: number): PulledBody {
  const flow = { id: 'f', name: 'F', triggerId: 't', notifyOnSuccess: false, ...settings };
  const steps: FlowAction[] = [
    { id: 'a', actionId: ACTION, position: 1, overrides: { params: { x } }, nameOverride: null },
    {
      id: 'b',
      actionId: ACTION,
      position: 1,
      parentFlowActionId: 'a',
      continueOnError: true,
      recordingEnabled: true,
    },
  ];
  return bodyOfFlow(flow, steps);
}

function pull(text: string, body: PulledBody): string {
  const differences = comparePulled(text, body, catalog);
  assert.ok(differences);
  return pulledFile(text, body, differences);
}

describe('flow/deploy/pulledFile', () => {
  it('a flow pulled into a file becomes the body that would create it, with children in their parents', () => {
    assert.deepEqual(JSON.parse(createFlowFile(remote({ description: '', cooldownSeconds: null }, 1))), {
      name: 'F',
      triggerId: 't',
      notifyOnSuccess: false,
      actions: [
        {
          actionId: ACTION,
          position: 1,
          overrides: { params: { x: 1 } },
          children: [{ actionId: ACTION, position: 1, continueOnError: true, recordingEnabled: true }],
        },
      ],
    });
  });

  it('a flow pulled into a file does not repeat steps whose IDs are not unique', () => {
    const levels = Array.from({ length: 12 }, (_, level): FlowAction => {
      const parentFlowActionId = level === 0 ? null : `s${level - 1}`;
      return { id: `s${level}`, actionId: ACTION, position: 1, parentFlowActionId };
    });
    const step = { actionId: ACTION, position: 1 };
    const { actions } = bodyOfFlow({ id: 'f', name: 'F', triggerId: 't' }, [...levels, ...levels]);
    assert.deepEqual(actions, [{ ...step, children: [step, step] }, step]);
  });

  const actions = `[\n    {"actionId": "${ACTION.toUpperCase()}", "position": 7, "overrides": {"params": {"x": 1}},
      "children": [{"actionId": "${ACTION}", "position": 1, "continueOnError": true, "recordingEnabled": true}]}\n  ]`;
  const text = `{\n  "$schema": "s",\n  "name": "F",\n  "mine": 1,\n  "triggerId": "t",\n  "actions": ${actions}\n}\n`;

  it('a flow pulled into a file does not change a file with the same meaning', () => {
    assert.equal(pull(text, remote({}, 1)), text);
  });

  it('a flow pulled into a file changes only the settings that differ', () => {
    const pulled = pull(text, remote({ name: 'G', description: 'D' }, 1));
    assert.ok(pulled.includes(actions));
    assert.deepEqual(Object.keys(JSON.parse(pulled) as object), [
      '$schema',
      'name',
      'description',
      'mine',
      'triggerId',
      'actions',
    ]);
    assert.equal(pull(pulled, remote({ name: 'F' }, 1)), text);
  });

  it('a flow pulled into a file replaces the steps if they differ', () => {
    const pulled = JSON.parse(pull(text, remote({}, 2))) as {
      actions: readonly unknown[];
      mine: unknown;
    };
    assert.deepEqual(pulled.actions, remote({}, 2)['actions']);
    assert.equal(pulled.mine, 1);
  });

  it('a flow pulled into a file keeps the indentation, line endings, and comments of a file', () => {
    const own = '{\r\n\t// Mine\r\n\t"name": "F",\r\n\t"triggerId": "t",\r\n\t"cooldownSeconds": 5\r\n}\r\n';
    const pulled = pull(own, remote({ name: 'G', cooldownSeconds: 9 }, 1));
    assert.ok(pulled.startsWith('{\r\n\t// Mine\r\n\t"name": "G",\r\n'), pulled);
    assert.ok(pulled.includes('\r\n\t"cooldownSeconds": 9'), pulled);
    assert.ok(pulled.includes('\r\n\t"actions": [\r\n\t\t{\r\n'), pulled);
  });

  it('a flow pulled into a file does not write into a file with syntax errors', () => {
    assert.throws(() => pull('{ "name": "F", "actions": [ }', remote({ name: 'G' }, 1)), /Line 1 .*not JSON/);
  });

  it('a flow pulled into a file does not change a file that is not a JSON object', () => {
    assert.equal(comparePulled('[1]', remote({}, 1), catalog), undefined);
  });
});
