import type { ProjectFiles } from '@modegate/project';

/** From this length on, in UTF-16 units, a text makes more than a start needs; of modes it is some three hundred. */
const largeText = 128 * 1024;

/**
 * The same files; from the first large one on, V8 gives new objects no more room than they have then. It would double that room again and
 * again, up to 96 MiB, to save time in programs that go on for longer than this one.
 */
export function inLittleMemory<Files extends ProjectFiles>(files: Files): Files {
  let isSet = false;
  return {
    ...files,
    async read(path) {
      const reading = await files.read(path);
      if (!isSet && reading.state === 'read' && reading.text.length >= largeText) {
        isSet = true;
        // Loaded here, because it brings twenty files of Node with it that a small project does without.
        const { setFlagsFromString } = process.getBuiltinModule('node:v8');
        setFlagsFromString('--semi-space-growth-factor=1');
        // What V8 compiled is kept when the run ends, and V8 takes it back only under the flags that it was kept with.
        process.prependOnceListener('exit', () => setFlagsFromString('--semi-space-growth-factor=2'));
      }
      return reading;
    },
  };
}
