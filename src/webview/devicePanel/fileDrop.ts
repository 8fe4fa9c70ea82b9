import { html, nothing, type TemplateResult } from 'lit';
import { DROPPED_PART, type DropRequest } from '../../protocol/droppedFile.ts';
import { codicon } from '../common/button.ts';

/** The parts of the page that dropping files needs. */
interface DropPage {
  /** Sends a request; undefined if it fails, which the page shows. */
  ask(request: DropRequest): Promise<unknown>;
  /** Shows a failure. */
  fail(sentence: string): void;
  update(): void;
}

/** Files that are dragged over the page and dropped on it, to install them on the device. */
export class FileDrop {
  readonly #page: DropPage;
  #isOver = false;
  #sent: { readonly name: string; readonly percent: number } | undefined;

  constructor(page: DropPage) {
    this.#page = page;
  }

  /** Renders where the files go, or how much of a file has been read. */
  view(device: string): TemplateResult | typeof nothing {
    if (this.#isOver)
      return html`<div class="drop" role="status">
        ${codicon('cloud-upload')}
        <p>Drop an .apk or .ipa file to install it on ${device}.</p>
      </div>`;
    if (!this.#sent) return nothing;
    const { name, percent } = this.#sent;
    return html`<p class="reading" role="status">Reading ${name}: ${percent}%</p>`;
  }

  readonly over = (event: DragEvent): void => {
    const { types = [] } = event.dataTransfer ?? {};
    if (!types.includes('Files') && !types.includes('text/uri-list')) return;
    event.preventDefault();
    this.#show(true);
  };

  readonly leave = (event: DragEvent): void => {
    const { currentTarget, relatedTarget } = event;
    const isInside = currentTarget instanceof Node && relatedTarget instanceof Node;
    if (!isInside || !currentTarget.contains(relatedTarget)) this.#show(false);
  };

  readonly drop = (event: DragEvent): void => {
    const { dataTransfer } = event;
    this.#show(false);
    if (!dataTransfer) return;
    event.preventDefault();
    // The data of the event is gone once the handler has returned.
    void this.#install(dataTransfer.getData('text/uri-list'), [...dataTransfer.files]);
  };

  async #install(list: string, files: readonly File[]): Promise<void> {
    const uris = list.split(/\r?\n/).filter(line => line !== '' && !line.startsWith('#'));
    if (uris.length > 0) await this.#page.ask({ kind: 'dropFiles', uris });
    else for (const file of files) if (!(await this.#send(file))) return;
  }

  async #send(file: File): Promise<boolean> {
    const { name, size } = file;
    const number = await this.#page.ask({ kind: 'dropFile', name, size });
    if (typeof number !== 'number') return false;
    let isComplete = false;
    try {
      for (let start = 0; start < size; start += DROPPED_PART) {
        this.#report({ name, percent: Math.floor((100 * start) / size) });
        const bytes = new Uint8Array(await file.slice(start, start + DROPPED_PART).arrayBuffer());
        if ((await this.#page.ask({ kind: 'dropPart', file: number, bytes })) === undefined) return false;
      }
      isComplete = true;
    } catch {
      this.#page.fail(`“${name}” could not be read. Check the file and drop it again.`);
      return false;
    } finally {
      this.#report(undefined);
      if (!isComplete) await this.#page.ask({ kind: 'dropCancel', file: number });
    }
    return (await this.#page.ask({ kind: 'dropEnd', file: number })) !== undefined;
  }

  #report(sent: { readonly name: string; readonly percent: number } | undefined): void {
    this.#sent = sent;
    this.#page.update();
  }

  #show(isOver: boolean): void {
    if (this.#isOver === isOver) return;
    this.#isOver = isOver;
    this.#page.update();
  }
}
