/** Thrown if a schema cannot be used or a check is given up; the message is the reason. */
export class CannotCheck extends Error {
  /** The reference that leads nowhere, if that is the reason. */
  readonly reference: string | undefined;

  constructor(why: string, reference?: string) {
    super(why);
    this.name = 'CannotCheck';
    this.reference = reference;
  }
}

/** The most characters of a value in a message. */
export const SHOWN_CHARACTERS = 60;

/** Formats a text for messages, in quotation marks. */
export function quote(text: string): string {
  // Serializes only as much of a long text as is shown.
  const quoted = JSON.stringify(text.slice(0, SHOWN_CHARACTERS));
  return quoted.length > SHOWN_CHARACTERS ? `${quoted.slice(0, SHOWN_CHARACTERS)}…` : quoted;
}
