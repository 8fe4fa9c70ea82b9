/** The mask for secret values. */
export const HIDDEN = '••••••';
