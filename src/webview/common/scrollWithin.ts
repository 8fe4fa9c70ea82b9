/**
 * Scrolls a container to the place of an element in it. `scrollIntoView` would also move the window around a page to
 * bring the element to that place.
 */
export function scrollWithin(container: Element, element: Element, place: 'start' | 'center'): void {
  const [around, box] = [container.getBoundingClientRect(), element.getBoundingClientRect()];
  const rest = container.clientHeight - box.height;
  container.scrollTop += box.top - around.top - (place === 'center' ? rest / 2 : 0);
}
