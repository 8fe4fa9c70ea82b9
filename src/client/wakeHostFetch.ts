// A bundled undici takes the process-wide dispatcher slots if they are empty, and would then serve the fetch of every
// other extension. Accessing the host's own fetch first lets the host fill them.
Reflect.get(globalThis, 'Headers');
