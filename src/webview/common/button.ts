import { html, nothing, type TemplateResult } from 'lit';

type Click = (event: Event) => unknown;

/** The optional attributes of a button. */
interface ButtonOptions {
  /** The accessible name; by default the content. */
  readonly name?: string;
  readonly title?: string;
  readonly icon?: string;
  readonly isDisabled?: boolean;
  /** Set for a toggle button. */
  readonly isPressed?: boolean;
  /** False for a button that the Tab key skips. */
  readonly isInTabOrder?: boolean;
  /** A CSS class in addition to that of all such buttons. */
  readonly className?: string;
  /** Set for a button that opens a menu; the menu sets its `aria-expanded`. */
  readonly popup?: 'menu';
}

/** Renders a codicon that screen readers skip. */
export function codicon(name: string): TemplateResult {
  return html`<span class="codicon codicon-${name}" aria-hidden="true"></span>`;
}

/** Renders a codicon with a name for screen readers. */
export function namedIcon(
  icon: string,
  name: string,
  { className = '', title }: Pick<ButtonOptions, 'className' | 'title'> = {},
): TemplateResult {
  return html`<span
    class="codicon codicon-${icon} ${className}"
    role="img"
    aria-label=${name}
    title=${title ?? nothing}
  ></span>`;
}

/** Renders a button that looks like a link. */
export function linkButton(label: string, click: Click, options?: ButtonOptions): TemplateResult {
  return button('link-button', label, click, options);
}

/** Renders a button with a text. */
export function secondaryButton(label: string, click: Click, options?: ButtonOptions): TemplateResult {
  return button('secondary-button', label, click, options);
}

/** Renders a button that shows only an icon. */
export function iconButton(
  icon: string,
  title: string,
  click: Click,
  options?: Omit<ButtonOptions, 'title' | 'icon'>,
): TemplateResult {
  return button('icon-button', '', click, { name: title, title, icon, ...options });
}

function button(
  kind: string,
  label: string,
  click: Click,
  {
    name,
    title,
    icon,
    isDisabled = false,
    isPressed,
    isInTabOrder = true,
    className,
    popup,
  }: ButtonOptions = {},
): TemplateResult {
  return html`<button
    type="button"
    class=${className === undefined ? kind : `${kind} ${className}`}
    title=${title ?? nothing}
    aria-label=${name ?? nothing}
    aria-pressed=${isPressed ?? nothing}
    aria-haspopup=${popup ?? nothing}
    aria-expanded=${popup ? 'false' : nothing}
    tabindex=${isInTabOrder ? nothing : -1}
    ?disabled=${isDisabled}
    @click=${click}
  >
    ${icon === undefined ? nothing : codicon(icon)}${label}
  </button>`;
}
