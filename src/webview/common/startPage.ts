import { selectAllAtOnce } from './selectAll.ts';

/** Defines the custom elements and appends the root element, with the class `page`, to the body. */
export function startPage(
  rootName: string,
  elements: Readonly<Record<string, CustomElementConstructor>>,
): void {
  for (const [name, element] of Object.entries(elements)) customElements.define(name, element);
  document.addEventListener('keydown', selectAllAtOnce);
  const page = document.createElement(rootName);
  page.className = 'page';
  document.body.append(page);
}
