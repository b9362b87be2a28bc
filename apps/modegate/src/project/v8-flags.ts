import type { ProjectFiles } from '@modegate/project';

/** From this length on, in UTF-16 units, a text makes more than a start needs; of modes it is some three hundred. */
const largeText = 128 * 1024;

/** A run that goes on for longer is worth the work of V8's slower compiler. */
const shortRunMs = 5000;

/**
 * The same files; from the first large one on, V8 is set for a program that answers and ends. It gives new objects no more room than they have
 * then: it would double that room again and again, up to 96 MiB. And it leaves out TurboFan, the slower of its two optimising compilers, which
 * would take a fifth of the processor time of the run for code that is hardly used.
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
  // Loaded here, because it brings twenty files of Node with it that a small project does without.
  const { setFlagsFromString } = process.getBuiltinModule('node:v8');
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--no-turbofan');
  setTimeout(() => setFlagsFromString('--turbofan'), shortRunMs).unref();
  // What V8 compiled is kept when the run ends, and V8 takes it back only under the flags that it was kept with.
  process.prependOnceListener('exit', () => {
    setFlagsFromString('--semi-space-growth-factor=2');
    setFlagsFromString('--turbofan');
  });
}
