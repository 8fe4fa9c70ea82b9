import { refusalOf } from '../../client/failure.ts';
import type { Client } from '../../client/client.ts';
import type { FlowValidation } from '../../contract/records/flow.ts';
import { validateOnService } from '../../deploy/validateOnService.ts';
import { runValidate, type ValidateOptions } from '../../validate/command.ts';
import type { Program } from '../../validate/sarifReport.ts';
import { type ConnectionOptions, withConnection } from '../connection/chosenConnection.ts';
import { readActions } from '../deploy/project.ts';

/** The statuses with which a service refuses a flow instead of reporting what is wrong with it. */
const REFUSED = [400, 422];

/** Checks flow files also on a service, with its actions. Resolves to the exit code. Throws InputError. */
export function validateWithService(
  { files, catalogFile, format, ...chosen }: ValidateOptions & ConnectionOptions,
  program: Program,
): Promise<number> {
  return withConnection(chosen, async ({ client, connection }) =>
    runValidate({ files, catalogFile, format }, program, {
      name: connection.name,
      readCatalog: () => readActions(client),
      validate: body => validate(client, body),
    }),
  );
}

async function validate(
  client: Client,
  body: Readonly<Record<string, unknown>>,
): Promise<FlowValidation | undefined> {
  try {
    return await validateOnService(client, body, {});
  } catch (error) {
    const refusal = refusalOf(error);
    if (!refusal || !REFUSED.includes(refusal.status)) throw error;
    const { message, problems } = refusal;
    return { valid: false, errors: [{ message: [message, ...problems].join(' ') }] };
  }
}
