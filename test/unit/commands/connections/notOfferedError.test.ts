import assert from 'node:assert/strict';
import { namingWhatDeviceLacks } from '../../../../src/commands/connections/notOfferedError.ts';
import { failureOf, type Scripted, scriptedClient } from '../../../support/mockService.ts';

const deviceId = '0f8fad5b-d9cb-469f-a165-70867728950e';
const DEVICE: Scripted = { status: 200, body: { id: deviceId } };
const NO_DEVICE: Scripted = { status: 404, body: { title: 'Not Found', detail: 'There is no device.' } };
const NO_ROUTE: Scripted = { status: 404, body: { code: 'not_found', message: 'No route matches.' } };

describe('commands/connections/notOfferedError', () => {
  /** Returns whether the error stays as it is, or what it says instead. */
  async function named(...answers: readonly Scripted[]): Promise<string> {
    const { client } = scriptedClient(answers);
    const failure = await failureOf(client.getLanguage({ params: { deviceId } }));
    const error = await namingWhatDeviceLacks(client, deviceId, failure);
    assert.ok(error instanceof Error);
    return error === failure ? 'same' : error.message;
  }

  const lacks = 'This service does not offer this: Get the language of a device.';

  it('the error of a call for a device says that the service does not offer the operation, if its route is missing', async () => {
    assert.equal(await named(NO_ROUTE, DEVICE), lacks);
    for (const status of [405, 501]) assert.equal(await named({ status, body: {} }), lacks);
  });

  it('the error of a call for a device stays if the device or something on it is missing', async () => {
    assert.equal(await named(NO_DEVICE, DEVICE), 'same');
    assert.equal(await named(NO_ROUTE, NO_DEVICE), 'same');
  });

  it('the error of a call for a device stays after any other failure', async () => {
    for (const status of [403, 409, 422]) assert.equal(await named({ status, body: {} }, DEVICE), 'same');
  });
});
