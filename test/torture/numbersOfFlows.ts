import assert from 'node:assert/strict';
import { type Client, createClient } from '../../src/client/client.ts';
import { createDispatcher } from '../../src/client/dispatcher.ts';
import { DIRECT } from '../../src/client/proxyPolicy.ts';
import { pullInto, type PullTarget } from '../../src/deploy/pullInto.ts';
import { applyItem } from '../../src/deploy/applyItem.ts';
import { type DeployContext, deployContext } from '../../src/deploy/deployContext.ts';
import { planDeploy } from '../../src/deploy/planDeploy.ts';
import { type FileDrift, readDrift } from '../../src/deploy/readDrift.ts';
import { readFlowBody } from '../../src/deploy/readFlowBody.ts';
import { createCatalog } from '../../src/flow/catalog.ts';
import { checkFlow } from '../../src/flow/check/checkFlow.ts';
import type { FlowDifference } from '../../src/flow/compare/difference.ts';
import {
  type FlowSource,
  createFlowSourceReader,
  type RefusedSource,
} from '../../src/flow/deploy/flowSource.ts';
import { type PulledBody, comparePulled } from '../../src/flow/deploy/pulledFile.ts';
import type { PlanItem } from '../../src/flow/deploy/planItem.ts';
import { parseFlow } from '../../src/flow/document/flowDocument.ts';
import { numberLoss } from '../../src/util/exactJson.ts';
import { MemoryLinks } from '../support/memoryLinks.ts';
import { ACTION_ID, FLOW_ID, fileOf, literalsIn, nameOf, NumberService } from './numberService.ts';

const PATH = 'numbers.flow.json';
const catalog = createCatalog([{ id: ACTION_ID, name: 'Any' }]);
const readSource = createFlowSourceReader(catalog);

/** Converts a number literal to a canonical text. */
type Exact = (literal: string) => string;

/** Passes literals through all code that checks, compares, deploys, and pulls flows. */
export class NumbersOfFlows {
  readonly #service: NumberService;
  readonly #dispatcher = createDispatcher(DIRECT);
  readonly #client: Client;
  readonly #exact: Exact;

  private constructor(service: NumberService, exact: Exact) {
    this.#service = service;
    this.#exact = exact;
    const key = (): Promise<string> => Promise.resolve('key');
    this.#client = createClient({ baseUrl: service.baseUrl, dispatcher: this.#dispatcher, key });
  }

  static async start(exact: Exact): Promise<NumbersOfFlows> {
    return new NumbersOfFlows(await new NumberService().start(), exact);
  }

  async stop(): Promise<void> {
    await this.#dispatcher.destroy();
    await this.#service.stop();
  }

  /** Rejects if a literal becomes another number, or a difference from `others` is not detected. */
  async try(literals: readonly string[], others: readonly string[]): Promise<void> {
    assertTold(literals);
    const refused = sourceOf(literals);
    assert.equal('refusal' in refused, literals.some(isLost));
    const places = literals.flatMap((literal, index) => (isLost(literal) ? [] : [index]));
    const [unchanged, changed] = [literals, others].map(list => places.map(index => list[index] ?? ''));
    assert.ok(unchanged && changed);
    await this.#tryDeploy(unchanged, changed);
    await this.#tryPull(literals, others);
  }

  async #tryDeploy(literals: readonly string[], others: readonly string[]): Promise<void> {
    const service = this.#service;
    service.literals = undefined;
    const links = new MemoryLinks();
    const source = sourceOf(literals);
    assert.ok(!('refusal' in source));
    const deploy = async (action: PlanItem['action']): Promise<readonly FlowDifference[]> => {
      const context: DeployContext = deployContext(this.#client, links, catalog);
      const [item] = await planDeploy(context, [source]);
      assert.ok(item && item.action !== 'refused');
      assert.equal(item.action, action);
      await applyItem(context, item);
      this.#assertSame(service.literals ?? [], literals);
      return item.differences;
    };
    await deploy('create');
    assert.deepEqual(differencesOf(await this.#drift(links, literals)), []);
    service.literals = others;
    this.#assertSeen(differencesOf(await this.#drift(links, literals)), literals, others);
    this.#assertSeen(await deploy('update'), literals, others);
  }

  async #drift(links: MemoryLinks, literals: readonly string[]): Promise<FileDrift> {
    const link = links.table[PATH];
    assert.ok(link?.flowId !== undefined);
    const file = { path: PATH, text: fileOf(literals), link: { ...link, flowId: link.flowId } };
    return readDrift(this.#client, file, catalog, {});
  }

  async #tryPull(literals: readonly string[], others: readonly string[]): Promise<void> {
    this.#service.literals = literals;
    const { body } = await readFlowBody(this.#client, FLOW_ID, catalog);
    assert.deepEqual(comparePulled(fileOf(literals), body, catalog), []);
    this.#assertSame(literalsIn((await pulled(undefined, body)).content), literals);
    const { content, differences } = await pulled(fileOf(others), body);
    this.#assertSeen(differences, literals, others);
    this.#assertSame(literalsIn(content), literals, others);
  }

  #assertSame(found: readonly string[], literals: readonly string[], former = literals): void {
    assert.equal(found.length, literals.length);
    for (const [index, literal] of literals.entries()) {
      const foundLiteral = found[index] ?? '';
      // The hint about a rounded fraction says which number is meant.
      if (numberLoss(literal) === 'rounded' || areOneDouble(literal, former[index] ?? ''))
        assert.equal(Number(foundLiteral), Number(literal), literal);
      else assert.equal(this.#exact(foundLiteral), this.#exact(literal), literal);
    }
  }

  #assertSeen(
    differences: readonly FlowDifference[],
    literals: readonly string[],
    others: readonly string[],
  ): void {
    const changedNames = new Set(differences.flatMap(namesIn));
    for (const [index, literal] of literals.entries()) {
      const other = others[index] ?? '';
      if (this.#exact(literal) === this.#exact(other) || areOneDouble(literal, other)) continue;
      assert.ok(changedNames.has(nameOf(index)), `${literal} and ${other} pass for the same`);
    }
  }
}

/** Returns true if two literals differ only in digits that the hint about a rounded fraction reports as lost. */
export function areOneDouble(literal: string, other: string): boolean {
  const losses = [numberLoss(literal), numberLoss(other)];
  return losses.includes('rounded') && !losses.includes('lost') && Number(literal) === Number(other);
}

function assertTold(literals: readonly string[]): void {
  const text = fileOf(literals);
  const found = checkFlow(parseFlow(text), catalog);
  const codes = new Map(found.map(({ start, end, code }) => [text.slice(start, end), code]));
  const expectedCodes = { none: undefined, rounded: 'number-rounded', lost: 'number-lost' } as const;
  for (const literal of literals)
    assert.equal(codes.get(literal), expectedCodes[numberLoss(literal)], literal);
  assert.equal(found.length, literals.filter(literal => numberLoss(literal) !== 'none').length);
}

function sourceOf(literals: readonly string[]): FlowSource | RefusedSource {
  return readSource(PATH, fileOf(literals));
}

function isLost(literal: string): boolean {
  return numberLoss(literal) === 'lost';
}

function differencesOf(drift: FileDrift): readonly FlowDifference[] {
  assert.ok(drift.kind === 'known', drift.kind);
  assert.equal(drift.drift.side === 'none', drift.drift.differences.length === 0);
  return drift.drift.differences;
}

function namesIn(difference: FlowDifference): readonly string[] {
  return difference.kind === 'changed' ? difference.changes.map(({ path }) => String(path[0])) : [];
}

interface Pulled {
  readonly content: string;
  /** The differences shown in the confirmation. */
  readonly differences: readonly FlowDifference[];
}

/** Returns the content of a file after pulling a flow into it, with all confirmations accepted. */
async function pulled(text: string | undefined, body: PulledBody): Promise<Pulled> {
  let content = text;
  let shownDifferences: readonly FlowDifference[] = [];
  const target: PullTarget = {
    read: () => Promise.resolve(content),
    agree: differences => {
      shownDifferences = differences ?? [];
      return Promise.resolve(true);
    },
    write: written => {
      content = written;
      return Promise.resolve(true);
    },
    link: () => Promise.resolve(),
  };
  await pullInto(target, body, catalog);
  return { content: content ?? '', differences: shownDifferences };
}
