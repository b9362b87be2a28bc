import type { ProjectFiles } from '@modegate/project';

/** From this length, in UTF-16 units (some three hundred modes), a text creates more data than a start needs. */
const largeText = 128 * 1024;

/** A longer run is worth the work of V8's slower compiler. */
const shortRunMs = 5000;

/**
 * Returns the same files; from the first large one on, V8 is tuned for a program that answers and ends. It gives new
 * objects no more room than they have then, instead of doubling it repeatedly up to 96 MiB. It also disables TurboFan,
 * the slower of its two optimising compilers, which would take a fifth of the processor time of the run for code that
 * is hardly used.
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
  // Loaded here, because it loads twenty files of Node that a small project does not need.
  const { setFlagsFromString } = process.getBuiltinModule('node:v8');
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--no-turbofan');
  setTimeout(() => setFlagsFromString('--turbofan'), shortRunMs).unref();
  // V8's compiled code is cached when the run ends, and V8 accepts it only under the same flags.
  process.prependOnceListener('exit', () => {
    setFlagsFromString('--semi-space-growth-factor=2');
    setFlagsFromString('--turbofan');
  });
}
