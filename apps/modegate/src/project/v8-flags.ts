import type { ProjectFiles } from '@modegate/project';

/** Length in UTF-16 units from which a text needs more memory than a start; about three hundred modes. */
const largeText = 128 * 1024;

/** A longer run is worth the work of V8's slower compiler. */
const shortRunMs = 5000;

/**
 * Returns the same files; at the first large one, sets V8 flags for a program that answers and exits. The space for new
 * objects stays as it is; V8 would double it up to 96 MiB. And TurboFan, the slower of its two optimising compilers, is
 * disabled; it would take a fifth of the CPU time for code that is hardly used.
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
  // V8 stores compiled code at the end of the run and reuses it only under the same flags.
  process.prependOnceListener('exit', () => {
    setFlagsFromString('--semi-space-growth-factor=2');
    setFlagsFromString('--turbofan');
  });
}
