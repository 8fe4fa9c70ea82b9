// A bundled undici claims the process-wide dispatcher slots when it finds them empty, and would then serve
// the fetch of every other extension. Touching the host's own fetch first lets the host fill them.
Reflect.get(globalThis, 'Headers');
