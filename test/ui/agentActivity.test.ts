import { demoDeviceId } from '../../src/sandbox/demo/devices.ts';
import { sharedFolder } from '../support/sharedFolder.ts';
import { Sidebar } from '../support/sidebar.ts';
import { story } from '../support/story.ts';
import { Workbench } from '../support/workbench.ts';

const PHONE = { deviceId: demoDeviceId('phone') };
const AGENTS = /^Agents/;

describe('agentActivity', () => {
  const step = story();
  let workbench: Workbench;
  let sidebar: Sidebar;

  before(async () => {
    workbench = await Workbench.open({ folder: await sharedFolder() });
    sidebar = new Sidebar(workbench);
    await workbench.openSandbox();
    await sidebar.showOnly('Activity');
  });

  after(() => workbench.close());

  step(
    'the calls of agents in the view “Activity” name the tool, the target, and who asked, with the outcome if it was not done',
    async () => {
      await workbench.hosts.invoke('look_at_device', PHONE);
      await workbench.hosts.invoke('check_flow', { path: 'missing.flow.json' });
      await workbench.hosts.invoke('act_on_device', { ...PHONE, do: 'press', button: 'home' });
      await sidebar.unfold(AGENTS);
      for (const name of [
        /^look_at_device, done, Chat, Pixel phone · Sandbox/,
        /^check_flow, failed, Chat, missing\.flow\.json · Sandbox/,
        /^act_on_device, done, Chat, Pixel phone · Sandbox/,
      ])
        await workbench.treeItem(name).waitFor();
      await workbench.pictures('agents');
    },
  );

  step(
    'the calls of agents in the view “Activity” end with the button that stops agents, until they are allowed again',
    async () => {
      await sidebar.press(AGENTS, /Stop Agents/);
      await workbench.treeItem(/^Agents, stopped/).waitFor();
      await workbench.hosts.invoke('look_at_device', PHONE);
      await workbench.treeItem(/^look_at_device, stopped/).waitFor();
      await workbench.pictures('agents-stopped');
      await sidebar.press(AGENTS, /Allow Agents Again/);
      await workbench.treeItem(/^Agents, 4/).waitFor();
      await workbench.hosts.invoke('list_records', { kind: 'devices' });
      await workbench.treeItem(/^list_records, done/).waitFor();
    },
  );
});
