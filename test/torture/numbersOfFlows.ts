import assert from 'node:assert/strict';
import { type Client, createClient } from '../../src/client/client.ts';
import { createDispatcher } from '../../src/client/dispatcher.ts';
import { DIRECT } from '../../src/client/proxyPolicy.ts';
import { pullInto, type PullTarget } from '../../src/commands/flows/pullInto.ts';
import { applyItem } from '../../src/deploy/applyItem.ts';
import { type DeployContext, deployContext } from '../../src/deploy/deployContext.ts';
import { planDeploy } from '../../src/deploy/planDeploy.ts';
import { type FileDrift, readDrift } from '../../src/deploy/readDrift.ts';
import { readFlowBody } from '../../src/deploy/readFlowBody.ts';
import { createCatalog } from '../../src/flow/catalog.ts';
import { FlowChecker } from '../../src/flow/check/flowChecker.ts';
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
const checker = new FlowChecker(catalog);
const readSource = createFlowSourceReader(catalog);

/** A number literal as one text for all of its spellings. */
type Exact = (literal: string) => string;

/** Takes literals through everything that checks, compares, deploys and pulls flows. */
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

  /** Rejects where a literal becomes another number, or differs from one of `others` unseen. */
  async try(literals: readonly string[], others: readonly string[]): Promise<void> {
    assertTold(literals);
    const refused = sourceOf(literals);
    assert.equal('refusal' in refused, literals.some(isLost));
    const places = literals.flatMap((one, place) => (isLost(one) ? [] : [place]));
    const [kept, changed] = [literals, others].map(list => places.map(place => list[place] ?? ''));
    assert.ok(kept && changed);
    await this.#tryDeploy(kept, changed);
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
    const given = { path: PATH, text: fileOf(literals), link: { ...link, flowId: link.flowId } };
    return readDrift(this.#client, given, catalog, {});
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
    for (const [place, literal] of literals.entries()) {
      const one = found[place] ?? '';
      // The hint of a rounded fraction says which number is meant.
      if (numberLoss(literal) === 'rounded' || areOneDouble(literal, former[place] ?? ''))
        assert.equal(Number(one), Number(literal), literal);
      else assert.equal(this.#exact(one), this.#exact(literal), literal);
    }
  }

  #assertSeen(
    differences: readonly FlowDifference[],
    literals: readonly string[],
    others: readonly string[],
  ): void {
    const seen = new Set(differences.flatMap(namesIn));
    for (const [place, literal] of literals.entries()) {
      const other = others[place] ?? '';
      if (this.#exact(literal) === this.#exact(other) || areOneDouble(literal, other)) continue;
      assert.ok(seen.has(nameOf(place)), `${literal} and ${other} pass for the same`);
    }
  }
}

/** Whether two literals are told apart by digits alone that the hint of a rounded fraction calls lost. */
export function areOneDouble(literal: string, other: string): boolean {
  const losses = [numberLoss(literal), numberLoss(other)];
  return losses.includes('rounded') && !losses.includes('lost') && Number(literal) === Number(other);
}

function assertTold(literals: readonly string[]): void {
  const text = fileOf(literals);
  const found = checker.check(parseFlow(text));
  const told = new Map(found.map(({ start, end, code }) => [text.slice(start, end), code]));
  const wanted = { none: undefined, rounded: 'number-rounded', lost: 'number-lost' } as const;
  for (const literal of literals) assert.equal(told.get(literal), wanted[numberLoss(literal)], literal);
  assert.equal(found.length, literals.filter(one => numberLoss(one) !== 'none').length);
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
  /** What the question told. */
  readonly differences: readonly FlowDifference[];
}

/** What a file has after a flow was pulled into it, where all questions are agreed to. */
async function pulled(text: string | undefined, body: PulledBody): Promise<Pulled> {
  let content = text;
  let told: readonly FlowDifference[] = [];
  const target: PullTarget = {
    read: () => Promise.resolve(content),
    agree: differences => {
      told = differences ?? [];
      return Promise.resolve(true);
    },
    write: written => {
      content = written;
      return Promise.resolve();
    },
    link: () => Promise.resolve(),
  };
  await pullInto(target, body, catalog);
  return { content: content ?? '', differences: told };
}
