/** Thrown if an edit cannot be done; the message is a sentence for the user. */
export class EditRefusal extends Error {}
