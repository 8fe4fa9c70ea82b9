/** The text that stands for a hidden value. */
export const HIDDEN = '••••••';
