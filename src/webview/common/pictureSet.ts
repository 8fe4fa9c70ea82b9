import { html, nothing, type TemplateResult } from 'lit';

/** The IDs of the pictures of a picture check. */
interface CheckPictures {
  readonly expected?: string | undefined;
  readonly actual?: string | undefined;
  readonly difference?: string | undefined;
}

/** Renders the pictures of a picture check side by side. `show` renders one by its ID and its text for screen readers. */
export function pictureSet(
  { expected, actual, difference }: CheckPictures,
  show: (id: string, text: string) => TemplateResult | typeof nothing,
): TemplateResult {
  const named = [
    ['Expected', expected],
    ['Actual', actual],
    ['Difference', difference],
  ] as const;
  return html`<div class="picture-set">
    ${named.map(([title, id]) =>
      id === undefined
        ? nothing
        : html`<figure>
            <figcaption>${title}</figcaption>
            ${show(id, `${title} picture`)}
          </figure>`,
    )}
  </div>`;
}
