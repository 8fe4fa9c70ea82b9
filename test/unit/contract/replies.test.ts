import assert from 'node:assert/strict';
import type { Operation } from '../../../src/contract/operation.ts';
import { type OperationId, operations } from '../../../src/contract/operations.ts';
import { ExecutionStep } from '../../../src/contract/records/execution.ts';
import { type SandboxOperationId, sandboxOperations } from '../../../src/contract/sandboxOperations.ts';
import { refusedFields } from '../../support/schemas.ts';
import { changesOf, exampleOf, type WireForm } from '../../support/wireForm.ts';
import { sandboxWireReplies, wireReplies, wireStep } from '../../support/wireReplies.ts';

function assertForm(schema: Operation['response']['body'], form: WireForm): void {
  assert.ok(typeof schema === 'object');
  assert.deepEqual(refusedFields(schema, exampleOf(form)), []);
  const changes = changesOf(form);
  assert.ok(changes.length > 0);
  for (const { description, reply, isValid } of changes) {
    assert.equal(refusedFields(schema, reply).length === 0, isValid, description);
  }
}

describe('contract/replies', () => {
  for (const [name, form] of Object.entries(wireReplies)) {
    it(`the schema of a response of ${name} has every documented field`, () => {
      assertForm(operations[name as OperationId].response.body, form);
    });
  }
  for (const [name, form] of Object.entries(sandboxWireReplies)) {
    it(`the schema of a response of ${name}, which only the sandbox has, has every field of the sandbox`, () => {
      const { body } = sandboxOperations[name as SandboxOperationId].response;
      assertForm(body, form);
    });
  }

  it('the schema of a step in the result of an execution has every documented field', () => {
    assertForm(ExecutionStep, wireStep);
  });
});
