import * as vscode from 'vscode';
import { dialogs } from '../questions.ts';
import { type Position, positionText } from '../../util/geoText.ts';

/** Asks for the name of a position to save, with a hint if it replaces a `known` one; undefined on cancel. */
export async function askPlaceName(
  position: Position,
  suggested: string,
  known: readonly string[],
): Promise<string | undefined> {
  const name = await dialogs.showInputBox({
    title: 'Save Place',
    prompt: `Name for ${positionText(position)}`,
    value: suggested,
    validateInput: value => {
      if (value.trim() === '') return 'Enter a name.';
      const message = `Replaces the saved place “${value.trim()}”.`;
      return known.includes(value.trim())
        ? { message, severity: vscode.InputBoxValidationSeverity.Info }
        : undefined;
    },
  });
  return name?.trim();
}
