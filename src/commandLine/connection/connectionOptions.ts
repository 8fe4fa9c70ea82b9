import { Option } from '@commander-js/extra-typings';
import { VARIABLES } from './chosenConnection.ts';

/** The option that names a connection. */
export function connectionOption(): Option<'--connection <file>'> {
  return new Option(
    '--connection <file>',
    `JSON file with the baseUrl and the name of a service (default: ${VARIABLES.baseUrl} and ${VARIABLES.name})`,
  );
}

/** The option that names a file with the API key. */
export function keyFileOption(): Option<'--key-file <file>'> {
  return new Option('--key-file <file>', `file with the API key (default: ${VARIABLES.key})`);
}
