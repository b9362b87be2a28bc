import type { ProjectFiles } from '@modegate/project';

/**
 * Reading text of at least this length, in UTF-16 code units (about three hundred modes), creates more data than
 * startup needs.
 */
const largeText = 128 * 1024;

/** If a run takes longer than this, V8's slower compiler is worth its cost. */
const shortRunMs = 5000;

/**
 * Returns the same files. When the first large file is read, tunes V8 for a program that answers and then ends: the
 * memory for new objects does not grow (no doubling up to 96 MiB), and the slower compiler TurboFan, which takes a
 * fifth of the CPU time for little benefit, is disabled.
 */
export function useShortRunFlags<Files extends ProjectFiles>(files: Files): Files {
  let isSet = false;
  return {
    ...files,
    async read(path) {
      const reading = await files.read(path);
      if (!isSet && reading.state === 'read' && reading.text.length >= largeText) {
        isSet = true;
        expectShortRun();
      }
      return reading;
    },
  };
}

function expectShortRun(): void {
  // Imported only when needed, because it loads twenty of Node's files that a small project does not need.
  const { setFlagsFromString } = process.getBuiltinModule('node:v8');
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--no-turbofan');
  setTimeout(() => setFlagsFromString('--turbofan'), shortRunMs).unref();
  // V8's compiled code is cached when the run ends, and V8 accepts the cached code only under the same flags.
  process.prependOnceListener('exit', () => {
    setFlagsFromString('--semi-space-growth-factor=2');
    setFlagsFromString('--turbofan');
  });
}
