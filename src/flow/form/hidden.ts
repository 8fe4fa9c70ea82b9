/** What stands for a value that is secret. */
export const HIDDEN = '••••••';
