/** Matches the messages of diagnostics for values that no schema provides, so that only a person can enter them. */
export const NEEDS_USER_INPUT =
  /must have at least 1 (?:character|property)|must have at least \d+ characters|must be an? (?:[A-Z]|e-mail)|must match|have the property “right”/;
