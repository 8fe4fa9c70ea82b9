import assert from 'node:assert/strict';
import { CallLimits } from '../../../src/agent/toolRunner.ts';
import {
  type AgentSettings,
  decide,
  DEFAULT_SETTINGS,
  type ToolEffect,
  EFFECTS,
  PROFILES,
  readAgentSettings,
  refusePhone,
} from '../../../src/agent/policy.ts';
import { TOOLS } from '../../../src/agent/toolTable.ts';

/** Every effect on a service that opted in, by profile: allowed, confirmed or denied. */
const ON_SERVICE: Readonly<Record<(typeof PROFILES)[number], Readonly<Record<ToolEffect, string>>>> = {
  sandbox: each('deny'),
  read: { ...each('deny'), read: 'allow', edit: 'allow' },
  devices: { ...each('deny'), read: 'allow', edit: 'allow', act: 'allow' },
  all: { ...each('confirm'), read: 'allow', edit: 'allow', act: 'allow' },
};

/** The decision about each tool on a service that opted in, by profile. */
const TOOLS_ON_SERVICE: Readonly<Record<string, readonly [string, string, string, string]>> = {
  find_actions: ['deny', 'allow', 'allow', 'allow'],
  list_records: ['deny', 'allow', 'allow', 'allow'],
  read_flow: ['deny', 'allow', 'allow', 'allow'],
  edit_flow: ['deny', 'allow', 'allow', 'allow'],
  write_tests: ['deny', 'allow', 'allow', 'allow'],
  save_task: ['deny', 'allow', 'allow', 'allow'],
  check_flow: ['deny', 'allow', 'allow', 'allow'],
  // It only ever runs in the sandbox.
  run_flow: ['deny', 'deny', 'allow', 'allow'],
  look_at_device: ['deny', 'allow', 'allow', 'allow'],
  act_on_device: ['deny', 'deny', 'allow', 'allow'],
  wait_for_passcode: ['deny', 'allow', 'allow', 'allow'],
  plan_deploy: ['deny', 'allow', 'allow', 'allow'],
  deploy_flow: ['deny', 'deny', 'deny', 'confirm'],
  activate_flow: ['deny', 'deny', 'deny', 'confirm'],
};

function each(decision: string): Record<ToolEffect, string> {
  return Object.fromEntries(EFFECTS.map(effect => [effect, decision])) as Record<ToolEffect, string>;
}

const SERVICE = { kind: 'service', name: 'Production' };
const SANDBOX = { kind: 'sandbox', name: 'Sandbox' };

function settingsOf(profile: (typeof PROFILES)[number], connections: readonly string[]): AgentSettings {
  return { ...DEFAULT_SETTINGS, profile, connections };
}

function decided(
  settings: AgentSettings,
  effects: readonly string[],
  target: { readonly kind: string; readonly name: string },
  hasTrust = true,
): string {
  return decide(settings, { effects, target, hasTrust }).kind;
}

describe('agent/policy: policy of agents', () => {
  for (const profile of PROFILES) {
    const settings = settingsOf(profile, [SERVICE.name]);
    for (const effect of EFFECTS) {
      it(`the effect “${effect}” on a service is decided by the table of the profile ${profile}, and denied without opting in`, () => {
        assert.equal(decided(settings, [effect], SERVICE), ON_SERVICE[profile][effect]);
        for (const others of [[], ['production'], ['Production '], ['Sandbox']])
          assert.equal(decided(settingsOf(profile, others), [effect], SERVICE), 'deny');
      });

      it(`the effect “${effect}” in the sandbox is allowed in the profile ${profile}, and in an untrusted workspace only to read`, () => {
        assert.equal(decided(settings, [effect], SANDBOX), 'allow');
        assert.equal(decided(settings, [effect], SANDBOX, false), effect === 'read' ? 'allow' : 'deny');
        if (effect !== 'read') assert.equal(decided(settings, [effect], SERVICE, false), 'deny');
      });
    }
  }

  for (const tool of TOOLS) {
    it(`the policy of agents decides about ${tool.name} on a service, cell by cell`, () => {
      const row = PROFILES.map(profile =>
        decided(settingsOf(profile, [SERVICE.name]), tool.effects, SERVICE),
      );
      assert.deepEqual(row, TOOLS_ON_SERVICE[tool.name]);
      for (const profile of PROFILES) {
        assert.equal(decided(settingsOf(profile, []), tool.effects, SERVICE), 'deny');
        assert.equal(decided(settingsOf(profile, []), tool.effects, SANDBOX), 'allow');
      }
    });
  }

  it('the policy of agents denies several effects if one of them is denied, and confirms if one is confirmed', () => {
    const devices = settingsOf('devices', [SERVICE.name]);
    assert.equal(decided(devices, ['act', 'write'], SERVICE), 'deny');
    assert.equal(decided(settingsOf('all', [SERVICE.name]), ['read', 'delete'], SERVICE), 'confirm');
  });

  it('the policy of agents fails closed for whatever it does not know', () => {
    const all = settingsOf('all', [SERVICE.name]);
    for (const target of [SANDBOX, SERVICE]) {
      assert.equal(decided(all, [], target), 'deny');
      assert.equal(decided(all, ['own'], target), 'deny');
      assert.equal(decided(all, ['read', 'constructor'], target), 'deny');
    }
    assert.equal(decided(all, ['read'], { kind: 'other', name: SERVICE.name }), 'deny');
    for (const profile of ['toString', '__proto__', 'ALL', ''])
      assert.equal(decided({ ...all, profile: profile as 'all' }, ['read'], SANDBOX), 'deny');
  });

  it('the policy of agents allows calls on a real phone of the sandbox like those on a device of a service', () => {
    const allowed = (profile: (typeof PROFILES)[number], effect: string): boolean =>
      refusePhone(settingsOf(profile, []), [effect]) === undefined;
    assert.deepEqual(
      PROFILES.map(profile => allowed(profile, 'read')),
      [false, true, true, true],
    );
    assert.deepEqual(
      PROFILES.map(profile => allowed(profile, 'act')),
      [false, false, true, true],
    );
    assert.match(refusePhone(settingsOf('sandbox', []), ['act']) ?? '', /a real one\. .*agents\.profile/);
  });

  it('the policy of agents says which setting the user can change', () => {
    const denial = (profile: (typeof PROFILES)[number], names: readonly string[], effect: string): unknown =>
      decide(settingsOf(profile, names), { effects: [effect], target: SERVICE, hasTrust: true });
    assert.match(JSON.stringify(denial('sandbox', [], 'read')), /only the sandbox.*agents\.profile/);
    assert.match(JSON.stringify(denial('all', [], 'read')), /“Production”.*agents\.connections/);
    assert.match(
      JSON.stringify(denial('read', [SERVICE.name], 'activate')),
      /“read” allows no call that activates/,
    );
  });

  it('the policy of agents reads settings of any type as the ones that allow least', () => {
    for (const values of [undefined, null, 1, 'all', [], { profile: 'ALL', connections: 'Production' }])
      assert.deepEqual(readAgentSettings(values), DEFAULT_SETTINGS);
    assert.deepEqual(
      readAgentSettings({ profile: 'all', connections: ['A', 1], callsPerMinute: -1, callsPerSession: 5 }),
      { ...DEFAULT_SETTINGS, profile: 'all', connections: ['A'], callsPerSession: 5 },
    );
  });
});

describe('agent/policy: limits of calls', () => {
  it('the limits of calls count the last minute', () => {
    const limits = new CallLimits();
    const most = { ...DEFAULT_SETTINGS, callsPerMinute: 2, callsPerSession: 100 };
    assert.equal(limits.count(0, most), undefined);
    assert.equal(limits.count(1000, most), undefined);
    assert.match(limits.count(31_000, most) ?? '', /2 calls per minute\. Wait 29 seconds/);
    const one = { ...most, callsPerMinute: 1 };
    assert.equal(limits.count(59_000, one), 'Agents may make 1 call per minute. Wait 1 second.');
    assert.equal(limits.count(60_000, most), undefined);
  });

  it('the limits of calls count the whole session, without refused calls', () => {
    const limits = new CallLimits();
    const most = { ...DEFAULT_SETTINGS, callsPerMinute: 1, callsPerSession: 2 };
    assert.equal(limits.count(0, most), undefined);
    assert.match(limits.count(0, { ...most, callsPerSession: 1 }) ?? '', /made 1 call in this session/);
    assert.match(limits.count(1, most) ?? '', /per minute/);
    assert.equal(limits.count(60_000, most), undefined);
    assert.match(limits.count(600_000, most) ?? '', /2 calls in this session/);
  });
});
