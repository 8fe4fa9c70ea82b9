import { hideSecretsInPlainText } from '../../util/secretText.ts';
import { type Hide, plainLines, plainText, shorten } from '../../util/plainText.ts';
import type { JsonObject } from '../../util/isObject.ts';
import type { DraftStep, ImportedCommand, ImportOutcome, Translation } from './imported.ts';

/** The maximum length of an original text in a step. */
const MAX_TEXT = 2000;
/** The maximum length of an original text in which secrets are looked for. */
const MAX_READ = 40_000;
const MAX_NAME = 60;

/** Collects the commands of an import in their order, with what became of each. */
export class CommandLog {
  /** The commands with their original texts. */
  readonly #commands: ImportedCommand[] = [];

  /** The number of commands so far. */
  get size(): number {
    return this.#commands.length;
  }

  /** Adds a command, and returns its number. */
  add(command: Pick<ImportedCommand, 'file' | 'line' | 'name' | 'text'>): number {
    const { file, line } = command;
    const name = plainText(command.name, MAX_NAME);
    const text = shorten(command.text, MAX_READ);
    return this.#commands.push({ file, line, name, text, outcome: 'translated', notes: [] }) - 1;
  }

  /** Adds sentences about a command. One that is left stays left, and only sentences that say why are kept. */
  note(number: number, outcome: ImportOutcome, notes: readonly string[] = []): void {
    const command = this.#commands[number];
    if (!command) return;
    const [before, after] = [command.outcome, outcome].map(one => ORDER.indexOf(one)) as [number, number];
    const isLeft = before === LEFT || after === LEFT;
    if (isLeft && before > after) return;
    const kept = isLeft && after > before ? [] : command.notes;
    const worst = ORDER[Math.max(before, after)] ?? outcome;
    this.#commands[number] = { ...command, outcome: worst, notes: [...new Set([...kept, ...notes])] };
  }

  /** Says of a command that it never runs, whatever was said about it before. */
  skip(number: number, reason: string): void {
    const command = this.#commands[number];
    if (command) this.#commands[number] = { ...command, outcome: 'approximated', notes: [reason] };
  }

  /** Returns the step that stands for a command that is not translated, and marks the command. */
  leave(number: number, reason: string): DraftStep {
    this.note(number, 'left', [reason]);
    return leftStep(number, this.at(number));
  }

  /** Returns the steps of a command, or the step that stands for it, and notes what differs. */
  take(number: number, translation: Translation): readonly DraftStep[] {
    if ('left' in translation) return [this.leave(number, translation.left)];
    const { steps, notes = [], hints = [] } = translation;
    if (notes.length > 0) this.note(number, 'approximated', notes);
    this.note(number, 'translated', hints);
    return steps.map(step => ({ ...step, source: number }));
  }

  /** Returns a command without secrets. */
  at(number: number, hide: Hide = same): ImportedCommand | undefined {
    const command = this.#commands[number];
    return command && withoutSecrets(command, hide);
  }

  /** Returns all commands without secrets. */
  list(hide: Hide = same): readonly ImportedCommand[] {
    return this.#commands.map(command => withoutSecrets(command, hide));
  }
}

function same(text: string): string {
  return text;
}

function withoutSecrets(command: ImportedCommand, hide: Hide): ImportedCommand {
  const { name, text, notes } = command;
  return {
    ...command,
    name: hide(name),
    text: plainLines(hideSecretsInPlainText(hide(text)), MAX_TEXT),
    notes: notes.map(hide),
  };
}

const ORDER: readonly ImportOutcome[] = ['translated', 'approximated', 'left'];
const LEFT = ORDER.indexOf('left');

/** The beginning of the names of steps that stand for what is not translated. */
const NOT_TRANSLATED = 'Not translated: ';

/** Returns a step that does nothing but carry the original text of a command. */
export function leftStep(
  source: number,
  command: Pick<ImportedCommand, 'file' | 'line' | 'name' | 'text'> | undefined,
): DraftStep {
  const { file = '', line = 0, name = '', text = '' } = command ?? {};
  // An expression in it would be evaluated.
  const original = text.replaceAll('{{', '{ {');
  return {
    method: 'webhooks.log',
    name: NOT_TRANSLATED + name,
    params: { message: `${NOT_TRANSLATED}${file}:${line}\n${original}`, level: 'warning' },
    source,
  };
}

/** Returns the original text of the command that a step stands for; undefined for any other step. */
export function originalTextOf({
  method,
  label = '',
  params: { message, seconds },
}: {
  readonly method: string | undefined;
  readonly label: string | undefined;
  readonly params: JsonObject;
}): string | undefined {
  if (!label.startsWith(NOT_TRANSLATED)) return undefined;
  // Without an action that writes to the log, the text is in the name.
  if (method === 'flow.wait' && seconds === 0) return label.slice(NOT_TRANSLATED.length);
  if (method !== 'webhooks.log' || typeof message !== 'string') return undefined;
  return message.slice(message.indexOf('\n') + 1).replaceAll('{ {', '{{');
}
