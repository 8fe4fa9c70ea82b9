/** Settings that host tests need in every VS Code. */
export const HOST_SETTINGS = {
  // On by default in a browser, where it would save a second after each change.
  'files.autoSave': 'off',
  // The tests make more calls per minute than most agents.
  'cloudDevices.agents.callsPerMinute': 600,
};
