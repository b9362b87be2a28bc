import { commandShells } from '@modegate/mode-core/commands';
import fc from 'fast-check';
import { type PlaygroundState, serverFilePaths, type VersionFiles } from '../../src/state/playground-state.ts';

const text = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('customModes: []\n', '{"a": "\ud800"}'),
);

const files: fc.Arbitrary<VersionFiles> = fc.record({
  modes: text,
  servers: text,
  serversPlace: fc.constantFrom(...serverFilePaths),
});

/** Any state that the page may be in. */
export const anyState: fc.Arbitrary<PlaygroundState> = fc.record(
  {
    files,
    before: files,
    question: fc.record({
      mode: text,
      target: text,
      files: text,
      command: text,
      shell: fc.constantFrom('', ...commandShells),
      args: text,
      at: text,
      branch: text,
      ci: fc.boolean(),
    }),
  },
  { requiredKeys: ['files', 'question'] },
);
