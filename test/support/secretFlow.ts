/** A flow file with secrets of many kinds; each secret starts with `canary-` and has a number. */
export interface SecretFlow {
  readonly text: string;
  /** The text of the flow alone, which can be deployed. */
  readonly plain: string;
  readonly canaries: readonly string[];
  /** Texts that are no secrets. */
  readonly harmless: readonly string[];
}

/**
 * Returns the text of a flow file with secrets in parameters of an action that sends requests. The text has comments, a
 * second member of the same name, escapes, and an array around the flow.
 */
export function secretFlow(actionId: string, settings: object): SecretFlow {
  const canaries = Array.from({ length: 30 }, (_, index) => `canary-${index + 10}-secret`);
  let used = 0;
  const next = (): string => canaries[used++] ?? '';
  const headers = {
    'X-Auth-Token': next(),
    'X-Gitlab-Token': next(),
    'X-Vault-Token': next(),
    'Proxy-Authorization': `Basic ${next()}`,
    Authorization: `Bearer ${next()}`,
    Cookie: `session=${next()}; theme=dark`,
    'X-Reference': 'Bearer {{credentials.shop.token}}',
  };
  const body = {
    'api-key': next(),
    private_key: next(),
    accessKey: next(),
    'client-secret': next(),
    fields: [
      { name: 'password', value: next() },
      { header: 'X-Api-Key', value: next() },
    ],
    pairs: [
      ['X-Session-Token', next()],
      ['Accept', 'text/kept'],
    ],
    text: JSON.stringify({ user: 'ada-kept', refreshToken: next() }),
    form: `user=ada&client_secret=${next()}`,
    pin: 471_100,
    keyCode: 66,
    key: '{{event.payload.key}}',
    tokenCount: 512,
    resourceId: 'org.sandbox.form:id/passwordField',
  };
  const url = `https://ada:${next()}@host-kept.example/in?access_token=${next()}&sig=${next()}&page=2`;
  const overrides = {
    params: {
      url,
      method: 'POST',
      headers,
      body,
      authentication: { type: 'basic', user: 'ada', password: next() },
    },
  };
  const step = { actionId, position: 1, nameOverride: `Send password=${next()}`, overrides };
  const outside = { actionId, position: 2, params: { url: 'https://host.example', token: next() } };
  const flow = {
    ...settings,
    description: `Sends https://h.example/?token=${next()}`,
    actions: [step, outside],
  };
  const escaped = next();
  const [second, comment] = [next(), next()];
  const escapes = Array.from(escaped, one => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`).join(
    '',
  );
  const text = JSON.stringify(flow, undefined, 2)
    .replace('"accessKey"', `"p\\u0061ssword": "${escapes}",\n "accessKey": "${second}",\n "accessKey"`)
    .replace('"keyCode"', `// "token": "${comment}"\n "keyCode"`);
  return {
    plain: JSON.stringify({ ...flow, actions: [step] }, undefined, 2),
    text: `[${text}]`,
    canaries: [...canaries.slice(0, used), escapes, '471100'],
    harmless: [
      ...['text/kept', 'ada-kept', 'host-kept.example', 'page=2', '{{credentials.shop.token}}'],
      ...['{{event.payload.key}}', '"tokenCount": 512', '"keyCode": 66', ':id/passwordField'],
    ],
  };
}
