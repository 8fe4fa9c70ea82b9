// Character codes of JSON's punctuation; in UTF-8 each is one byte of this value.

/** The code of `"`. */
export const QUOTE = 34;
/** The code of `,`. */
export const COMMA = 44;
/** The code of `:`. */
export const COLON = 58;
/** The code of `[`. */
export const OPEN_LIST = 91;
/** The code of `\`. */
export const BACKSLASH = 92;
/** The code of `]`. */
export const CLOSE_LIST = 93;
/** The code of `{`. */
export const OPEN_OBJECT = 123;
/** The code of `}`. */
export const CLOSE_OBJECT = 125;
