/** The buttons that every device has, by their names in gestures, with their codicons. */
export const GLOBAL_BUTTONS = [
  { button: 'back', label: 'Back', icon: 'arrow-left' },
  { button: 'home', label: 'Home', icon: 'home' },
  { button: 'recents', label: 'Recents', icon: 'versions' },
] as const;
