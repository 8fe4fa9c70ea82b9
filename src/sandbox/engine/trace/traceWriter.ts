import type { Action } from '../../../contract/records/action.ts';
import type { ExecutionStep } from '../../../contract/records/execution.ts';
import type { TraceStep, TraceValue } from '../../../contract/sandbox/traces.ts';
import { HIDDEN } from '../../../util/hidden.ts';
import { mayMarkSecrets, isSecretParameter, secretValues } from '../../../flow/secrets/markedSecrets.ts';
import { SchemaReader } from '../../../flow/schema/schemaReader.ts';
import { deriveKey } from '../../../flow/stepKeys.ts';
import {
  resolveKnown,
  resolveTemplates,
  TemplateError,
  templateExpressions,
  type TemplateScope,
} from '../../../flow/template.ts';
import { secretsWithin, SecretMask } from '../../../flow/trace/secretMask.ts';
import type { Disposable } from '../../../util/disposables.ts';
import { memberOf } from '../../../util/isObject.ts';
import { passcodesOf } from '../../../util/passcodes/passcode.ts';
import { messagePasscodes, withoutPasscodes } from '../../../util/passcodes/withoutPasscodes.ts';
import { MESSAGES } from '../../records/phone.ts';
import { timestamp } from '../../runtime/clock.ts';
import type { DomainEvents } from '../../runtime/events.ts';
import type { RunSecrets } from '../../runtime/runControl.ts';
import type { Service } from '../../runtime/service.ts';
import type { StoredExecution, StoredMessage, StoredTrace } from '../../store/stored.ts';
import type { PlannedStep } from '../plan.ts';
import type { RunPayload } from '../runJob.ts';
import { hideInCaptured, CapturedScreens } from './capturedScreens.ts';
import { hideInScreen, TraceScreens } from './screens.ts';
import { StepTrace, toTraceStep } from './stepTrace.ts';

const DAY_MS = 86_400_000;

type Params = Readonly<Record<string, unknown>>;

/** The maximum number of expressions of a step with their values. */
const MAX_VALUES = 50;

/**
 * Records the evidence of a run as it happens. A step is stored soon after it starts and when it ends, so that a killed
 * process leaves everything up to then. Secrets are hidden before anything is stored. If no traces are kept, it only
 * finds the secrets.
 */
export class TraceWriter implements RunSecrets {
  readonly #service: Service;
  readonly #execution: StoredExecution;
  readonly #given: RunPayload;
  readonly #mask = new SecretMask();
  readonly #screens: TraceScreens;
  readonly #captured: CapturedScreens;
  readonly #open: StepTrace[] = [];
  readonly #readers = new Map<string, SchemaReader | undefined>();
  readonly #listening: Disposable[];
  readonly #isKept: boolean;
  #mails = 0;
  #flush: NodeJS.Immediate | undefined;

  constructor(service: Service, given: RunPayload, execution: StoredExecution) {
    this.#service = service;
    this.#given = given;
    this.#isKept = service.settings.traces.runs > 0;
    this.#execution = execution;
    this.#screens = new TraceScreens(service, execution.id, this.#mask);
    const learnPasscode = (code: string): void => this.#learnPasscode(code);
    const { settles } = given;
    this.#captured = new CapturedScreens(service, execution.id, { mask: this.#mask, learnPasscode, settles });
    const { events } = service;
    this.#listening = [
      events.on('gesture.done', ({ gesture }) => {
        if (gesture.deviceId === this.#current?.record.deviceId) this.#current.addGesture(gesture);
      }),
      events.on('mail.received', ({ message }) => this.#receive(message)),
      events.on('app.event', event => this.#happen(event)),
    ];
  }

  /** Stores the input of the run, once. */
  start(): void {
    const { store } = this.#service;
    const { id, flowId } = this.#execution;
    for (const message of store.messages.list({ orderBy: 'receivedAt', limit: MESSAGES }))
      this.#learnMail(message);
    this.#learnPlan(this.#given.plan);
    if (!this.#isKept || store.traces.get(id)) return;
    const devices = this.#given.deviceIds.flatMap(deviceId => {
      const device = store.devices.get(deviceId);
      return device
        ? [{ id: deviceId, name: device.name, platform: device.sandbox.platform, state: device.state }]
        : [];
    });
    const payload = this.#mask.value(withoutPasscodes(this.#given.payload));
    store.traces.put({
      id,
      flowId: flowId ?? '',
      createdAt: timestamp(this.#service.clock),
      run: { payload, devices, ...(this.#given.debug === 'trial' ? this.#ownRun() : {}) },
    });
    deleteOldTraces(this.#service, flowId ?? '');
  }

  learn(value: unknown): void {
    this.#learnAll(secretsWithin(value));
    for (const code of messagePasscodes(value)) this.#learnPasscode(code);
  }

  hide<T>(value: T): T {
    return this.#mask.value(value);
  }

  /** Captures the screen before or after a step on a real phone, since it cannot be drawn later. */
  async captureScreen(
    { deviceId, method }: ExecutionStep,
    when: 'before' | 'after',
    signal: AbortSignal,
  ): Promise<void> {
    if (deviceId == null || !this.#isKept || method?.startsWith('device.') !== true) return;
    if (when === 'before') await this.#captured.captureBefore(deviceId, signal);
    else await this.#captured.capture(deviceId, signal);
  }

  /** Starts the evidence of a step. */
  begin(record: ExecutionStep): StepTrace {
    const before = this.#takeScreen(record);
    const step = new StepTrace(record, before, () => this.#storeSoon());
    this.#open.push(step);
    this.#storeSoon();
    return step;
  }

  /** Records the parameters of a step before and after expressions were resolved; without the latter if one failed. */
  resolve(
    step: StepTrace,
    action: Action,
    given: Params,
    params: Params | undefined,
    scope: TemplateScope,
  ): void {
    const reader = this.#readerOf(action);
    this.#learnAll(secretsWithin(params));
    const shown: Record<string, unknown> = {};
    const secret = new Set<string>();
    for (const [name, value] of Object.entries(params ?? given)) {
      const isHidden = reader !== undefined && isSecretParameter(reader, name);
      if (isHidden) this.#learnAll(secretValues(reader, name, value));
      if (isHidden) secret.add(name);
      shown[name] = isHidden ? HIDDEN : value;
    }
    const values = valuesIn(given, scope).map(entry =>
      secret.has(String(entry.path[0])) ? { ...entry, value: HIDDEN } : entry,
    );
    step.resolved(shown, values);
  }

  /** Ends the evidence of a step and stores it; `record` is its result. */
  end(step: StepTrace, record: ExecutionStep): void {
    step.record = record;
    this.#learnResult(step);
    this.#store(step, true);
    const at = this.#open.indexOf(step);
    if (at >= 0) this.#open.splice(at);
  }

  /** Records that a step does not run. Other runs than debug runs of trials have such steps in their execution. */
  skip(record: ExecutionStep): void {
    if (this.#isKept && this.#given.debug === 'trial') this.#putStep(toTraceStep(record));
  }

  /** Records the end of the run. */
  finish(error: string | undefined): void {
    const { store } = this.#service;
    const trace = store.traces.get(this.#execution.id);
    if (trace && error !== undefined)
      store.traces.put({ ...trace, run: { ...trace.run, error: this.#mask.value(error) } });
  }

  /** Stores the steps that still run, and stops recording. */
  dispose(): void {
    clearImmediate(this.#flush);
    for (const listening of this.#listening) listening.dispose();
    for (const step of this.#open) this.#store(step, true);
  }

  // The execution of a trial is not stored with its trace.
  #ownRun(): StoredTrace['run'] {
    const { flowName, triggerName, startedAt } = this.#execution;
    return { flowName, triggerName, startedAt, kind: 'debug', status: 'running' };
  }

  #takeScreen({ deviceId }: ExecutionStep): string | undefined {
    if (!this.#isKept || deviceId == null) return undefined;
    const isReal = this.#service.store.devices.get(deviceId)?.sandbox.phone !== undefined;
    return isReal ? this.#captured.lastOf(deviceId) : this.#screens.take(deviceId, this.#mails);
  }

  get #current(): StepTrace | undefined {
    return this.#open.at(-1);
  }

  // A step that ends at once is stored only when it ends.
  #storeSoon(): void {
    this.#flush ??= setImmediate(() => {
      this.#flush = undefined;
      this.#service.store.transaction(() => {
        for (const step of this.#open) this.#store(step, false);
      });
    });
  }

  #store(step: StepTrace, isDone: boolean): void {
    if (!this.#isKept) return;
    const { record } = step;
    const after = isDone ? this.#takeScreen(record) : undefined;
    this.#putStep(step.toStep(after));
  }

  #putStep(step: TraceStep): void {
    const { id: executionId } = this.#execution;
    const evidence = this.#mask.value(withoutMessages(step));
    const key = keyWithout(step, evidence.name);
    const shown = { ...evidence, ...(key === undefined ? {} : { key }) };
    this.#service.store.traceSteps.put({ id: `${executionId}:${step.id}`, executionId, step: shown });
  }

  #receive(message: StoredMessage): void {
    this.#mails++;
    this.#learnMail(message);
    const { id: messageId, mailboxId, fromAddress: from, subject, hasOtp, receivedAt } = message;
    this.#current?.add('mails', { messageId, mailboxId: mailboxId ?? '', from, subject, hasOtp, receivedAt });
  }

  #happen({ eventType, source, deviceId, payload }: DomainEvents['app.event']): void {
    const step = this.#current;
    if (!step || (deviceId !== null && deviceId !== step.record.deviceId)) return;
    if (typeof payload['text'] === 'string')
      for (const code of passcodesOf(payload)) this.#learnPasscode(code);
    step.add('events', { eventType, source, payload: { ...payload } });
  }

  #learnResult(step: StepTrace): void {
    const { method, output } = step.record;
    const code = memberOf(output, 'code');
    if (method === 'mailbox.waitForPasscode' && typeof code === 'string') this.#learnPasscode(code);
    // The last part of the address of a callback is a secret.
    const url = memberOf(output, 'url');
    if (method === 'webhooks.waitForCallback' && typeof url === 'string')
      this.#learnAll([url.split('/').at(-1) ?? '']);
    const input = step.hiddenInput();
    if (typeof input === 'string') this.#learnAll([input]);
  }

  // Literals and values of the payload that the schemas of the actions mark as secret, before anything is stored.
  #learnPlan(plan: readonly PlannedStep[], readers = new Map<string, SchemaReader | undefined>()): void {
    const scope = { event: { payload: this.#given.payload } };
    for (const { actionId, params, children } of plan) {
      if (!readers.has(actionId))
        readers.set(actionId, this.#readerOf(this.#service.store.actions.get(actionId)));
      const reader = readers.get(actionId);
      for (const [name, value] of reader ? Object.entries(params) : [])
        if (reader) this.#learnAll(secretValues(reader, name, resolveKnown(value, scope, true)));
      this.#learnPlan(children, readers);
    }
  }

  #learnMail({ subject, hasOtp, fromAddress, sandbox: { body } }: StoredMessage): void {
    if (hasOtp !== true) return;
    for (const code of passcodesOf({ subject, text: body, fromAddress })) this.#learnPasscode(code);
  }

  #learnPasscode(code: string): void {
    if (this.#mask.learnPasscode(code)) this.#hideInStored();
  }

  #learnAll(secrets: readonly (string | number)[]): void {
    const isNew = secrets.map(secret => this.#mask.learn(secret)).includes(true);
    if (isNew) this.#hideInStored();
  }

  // A value may turn out to be a password after it was stored, such as a part of the payload.
  #hideInStored(): void {
    const { store } = this.#service;
    const { id: executionId } = this.#execution;
    const trace = store.traces.get(executionId);
    if (!trace) return;
    store.transaction(() => {
      const hide = <T>(record: T): T => this.#mask.hideIn(record);
      store.traces.put(hide(trace));
      for (const row of store.traceSteps.all({ executionId }))
        store.traceSteps.put({ ...row, step: hide(row.step) });
      for (const row of store.traceScreens.all({ executionId })) {
        const hidden =
          'state' in row
            ? { ...row, ...hideInScreen(this.#mask, { state: row.state, world: row.world }) }
            : hideInCaptured(this.#mask, row);
        if (hidden !== row) store.traceScreens.put(hidden);
      }
    });
  }

  #readerOf(action: Action | undefined): SchemaReader | undefined {
    if (!action) return undefined;
    const key = `${action.id} ${action.updatedAt ?? ''}`;
    if (!this.#readers.has(key)) {
      const { paramsSchema } = action;
      this.#readers.set(key, mayMarkSecrets(paramsSchema) ? new SchemaReader(paramsSchema) : undefined);
    }
    return this.#readers.get(key);
  }
}

// Hides the passcodes of messages that are in the evidence but not in a mailbox. Looking for them takes long, so it is
// omitted for texts of the screen, where only messages of mailboxes are shown.
function withoutMessages(step: TraceStep): TraceStep {
  const { values, requests, mails, events, output, method } = step;
  const hidden = withoutPasscodes({ values, requests, mails, events });
  return { ...step, ...hidden, output: method.startsWith('device.') ? output : withoutPasscodes(output) };
}

// A key that the service derived from a name with a secret shows the secret too, written in another way.
function keyWithout({ key, name }: TraceStep, shownName: string | null | undefined): string | undefined {
  if (name == null || shownName == null || name === shownName) return undefined;
  // A number can stand in place of the last characters.
  return key?.startsWith(deriveKey(name).slice(0, 60)) === true ? deriveKey(shownName) : undefined;
}

/** Returns the expressions within parameters, with their values in a scope. */
function valuesIn(params: Params, scope: TemplateScope): readonly TraceValue[] {
  const found: TraceValue[] = [];
  const visit = (value: unknown, path: (string | number)[]): void => {
    if (found.length >= MAX_VALUES) return;
    if (typeof value === 'string') {
      for (const { start, end } of templateExpressions(value)) {
        const expression = value.slice(start, end);
        found.push({ path, expression, ...valueOf(expression, scope) });
      }
    } else if (Array.isArray(value)) value.forEach((item, index) => visit(item, [...path, index]));
    else if (typeof value === 'object' && value !== null)
      for (const [name, inner] of Object.entries(value)) visit(inner, [...path, name]);
  };
  visit(params, []);
  return found;
}

function valueOf(expression: string, scope: TemplateScope): { readonly value?: unknown } {
  try {
    return { value: resolveTemplates(expression, scope) };
  } catch (error) {
    if (error instanceof TemplateError) return {};
    throw error;
  }
}

/** Deletes the evidence of runs that are too old, and of the oldest runs of a flow beyond the maximum. */
function deleteOldTraces({ store, clock, settings: { traces } }: Service, flowId: string): void {
  const createdAt = new Date(clock.now() - traces.days * DAY_MS).toISOString();
  const old = [
    ...store.traces.list({ to: { createdAt } }),
    ...store.traces.list({ where: { flowId }, offset: traces.runs }),
  ];
  store.transaction(() => {
    for (const { id } of old) {
      store.traces.delete(id);
      store.traceSteps.deleteWhere({ executionId: id });
      store.traceScreens.deleteWhere({ executionId: id });
    }
  });
}
