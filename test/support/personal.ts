/** What the messages of diagnostics ask for that no schema tells, so that only a person can say it. */
export const PERSONAL =
  /must have at least 1 (?:character|property)|must have at least \d+ characters|must be an? (?:[A-Z]|e-mail)|must match|have the property “right”/;
