import { actionParams, type CatalogAction } from '../catalog.ts';
import { compileSchema } from '../schema/compileSchema.ts';
import { readerOf } from '../schema/schemaReader.ts';
import { propertyLabel } from './label.ts';

/** A required parameter that a step lacks, with its label in the form. */
interface MissingParam {
  readonly name: string;
  readonly label: string;
}

/** Returns the required parameters that a step lacks; `own` are those of the step itself. */
export function missingParams(
  action: CatalogAction,
  own: Readonly<Record<string, unknown>>,
): readonly MissingParam[] {
  const value = { ...actionParams(action), ...own };
  const form = readerOf(action.paramsSchema);
  if (form.unusable !== undefined) return [];
  const { parts } = form.read([form.root], value);
  const { check } = compileSchema(action.paramsSchema ?? true);
  return check(value, { templates: true }).flatMap(({ path, missing }) =>
    missing === undefined || path.length > 0
      ? []
      : [{ name: missing, label: propertyLabel(form, parts, missing) }],
  );
}
