/** Labels and icons of the services that actions belong to (spec 2.3), by service name in the API. */
export const SERVICE_LABELS: Readonly<Record<string, { readonly label: string; readonly icon: string }>> = {
  tasks_api: { label: 'Tasks', icon: 'checklist' },
  devices_api: { label: 'Devices', icon: 'device-mobile' },
  agents_api: { label: 'Agents', icon: 'hubot' },
  webhooks: { label: 'Webhooks', icon: 'broadcast' },
};
