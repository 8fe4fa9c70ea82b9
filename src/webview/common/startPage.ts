/** Defines the elements of a page, and begins it with the one that holds all others; styles know it as `.page`. */
export function startPage(root: string, elements: Readonly<Record<string, CustomElementConstructor>>): void {
  for (const [name, element] of Object.entries(elements)) customElements.define(name, element);
  const page = document.createElement(root);
  page.className = 'page';
  document.body.append(page);
}
