import { type CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { isObject } from '../util/isObject.ts';
import { InputError } from '../validate/inputFile.ts';
import { connectedCommand } from './connection/chosenConnection.ts';
import { DRIFT_POLICIES, flowFiles, formatOption, rootOption } from './sharedOptions.ts';

const NOTES = `
Without --yes, the command prints the plan and changes nothing. Flows are created disabled; --activate activates
those whose verification succeeds. A verification runs the flow on one of its devices.
The links between files and flows are in .cloud-devices/links.json of the project. After an interruption, run the command
again. A flow that others have changed on the service since it was last deployed or pulled, or that is adopted and differs,
is left as it is; --on-drift overwrite replaces it.

A connection file gets the API key only for a host that --allow-host or a variable allows, so that whoever changes the
file cannot choose where the key is sent.

Examples:
  cloud-device-automation deploy --connection staging.json --allow-host api.example.com flows
  cloud-device-automation deploy --connection staging.json --check --format markdown flows > plan.md
  cloud-device-automation deploy --connection staging.json --key-file /run/secrets/key --yes flows
  cloud-device-automation deploy --connection staging.json --adopt --prune --allow-delete --yes flows
  cloud-device-automation deploy --connection staging.json --yes --activate --payload order.json flows/order.flow.json

Exit codes: 0 done, or the plan was printed, 1 a file was not deployed or its flow not verified, or with --check something would change,
2 the command could not do its work.`;

/** The command that creates and updates flows of a service. */
export function deployCommand(end: (exitCode: number) => void): CommandUnknownOpts {
  return connectedCommand('deploy')
    .description('Create and update flows of a service from flow files.')
    .addArgument(flowFiles())
    .addOption(rootOption())
    .addOption(formatOption())
    .addOption(new Option('--check', 'exit with 1 if something would change').conflicts('yes'))
    .option('--yes', 'carry out the plan')
    .option('--adopt', 'link files without a flow to the flows that have their names')
    .option('--prune', 'also delete the flows of linked files that are gone, with --allow-delete')
    .addOption(
      new Option('--on-drift <rule>', 'rule for flows that others have changed on the service')
        .choices(DRIFT_POLICIES)
        .default('fail' as const),
    )
    .option('--allow-delete', 'agree to the deletion of flows, also of those that have to be recreated')
    .addOption(new Option('--verify', 'run each deployed flow once to verify it').implies({ yes: true }))
    .addOption(
      new Option('--activate', 'verify each deployed flow that is not active, and activate it').implies({
        yes: true,
      }),
    )
    .option('--device <id>', 'device for the verification of flows with several')
    .option('--payload <file>', 'JSON file with the payload of the trigger for the verification')
    .addHelpText('after', NOTES)
    .action(async (files, { connection, keyFile, allowHost, root, format, ...given }) => {
      const { check, yes, adopt, prune, onDrift, allowDelete, verify, activate, device, payload } = given;
      const { deployFlows } = await import('./deploy/deployFlows.ts');
      const flags = {
        check: check === true,
        yes: yes === true,
        adopt: adopt === true,
        prune: prune === true,
        allowDelete: allowDelete === true,
        onDrift,
      };
      const wanted = { verify: verify === true, activate: activate === true };
      const isVerifying = wanted.verify || wanted.activate;
      if (!isVerifying && (device !== undefined || payload !== undefined)) {
        const option = device === undefined ? '--payload' : '--device';
        throw new InputError(`${option} is for a verification. Add --verify or --activate.`);
      }
      const verification = isVerifying
        ? { ...wanted, device, payload: payload === undefined ? {} : await readPayload(payload) }
        : undefined;
      const from = { files, connection, keyFile, allowHost, root, format };
      end(await deployFlows({ ...from, ...flags, verification }));
    });
}

/** Reads the payload of a trigger. Throws InputError unless the file has a JSON object. */
async function readPayload(file: string): Promise<Readonly<Record<string, unknown>>> {
  const { requireJson } = await import('./files.ts');
  const value = await requireJson(file, `The payload ${file}`);
  if (!isObject(value)) throw new InputError(`The payload ${file} is not a JSON object.`);
  return value;
}
