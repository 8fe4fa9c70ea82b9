import { isObject } from '../../util/isObject.ts';

const VARIABLE = /^--[\w-]{1,60}$/;

/** Uses the colors and fonts of the client; by default, those of the browser. */
export function applyTheme(context: unknown): void {
  if (!isObject(context)) return;
  const { documentElement: root } = document;
  const { theme, styles } = context;
  if (theme === 'dark' || theme === 'light') root.dataset['theme'] = theme;
  const variables = isObject(styles) ? styles['variables'] : undefined;
  if (!isObject(variables)) return;
  for (const [name, value] of Object.entries(variables)) {
    if (VARIABLE.test(name) && typeof value === 'string') root.style.setProperty(name, value);
  }
}
