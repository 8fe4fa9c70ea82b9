/**
 * The header of a call whose runs may send requests only to this computer, as those of agents. The sandbox keeps this with
 * the runs that the call starts, and with the flow that it activates or changes.
 */
export const CONFINED_HEADER = 'x-sandbox-confined';

/** The header of a verification that begins on the home screen of the device, with apps that have no data. */
export const FRESH_HEADER = 'x-sandbox-fresh';

/** The header of a run whose evidence has the screens of real phones after they have settled, with their theme. */
export const SETTLE_HEADER = 'x-sandbox-settle';
