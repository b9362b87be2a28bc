import fc from 'fast-check';
import { compilePolicy, decide, type PathKind } from '../../packages/mode-core/src/index.ts';
import { listCallPaths } from '../../packages/mode-core/src/tools/index.ts';
import { createCampaign, type Target } from '../support/campaign.ts';
import { expect } from '../support/expect.ts';
import { type Disk, isProjectRoot, touchedFiles } from './executor.ts';
import { patchReaders } from './executors/patch-readers.ts';
import { call, fileRegex, goodPath, root } from './path-inputs.ts';

/** What is on the disk, and how much of it the request says. */
const disk = fc.record({ files: fc.array(goodPath, { maxLength: 3 }), folders: fc.boolean(), isSaid: fc.boolean() });

/** Searches for calls that `decide` lets through and that could touch a file which the pattern does not allow. */
export const pathsTarget: Target = {
  name: 'paths',
  open: () => {
    let allowed = 0;
    const carried: Record<string, number> = {};
    return createCampaign({
      arbitrary: fc.record({ root, fileRegex, call, disk }),
      judge: (input) => {
        const limit = { fileRegex: input.fileRegex };
        const mode = {
          slug: 'm',
          name: 'M',
          roleDefinition: 'R',
          groups: [['read', limit] as const, ['edit', limit] as const],
        };
        const policy = compilePolicy({ project: [mode], projectRoot: input.root });
        const isFile = (given: string) => !input.disk.folders || input.disk.files.includes(given);
        const kindOf: Disk = (given) => (isFile(given) && !isProjectRoot(given, input.root) ? 'file' : 'folder');
        const { tool, params } = input.call;
        const pathKinds = input.disk.isSaid ? sayKinds(listCallPaths(tool, params), kindOf) : undefined;
        if (!decide(policy, { mode: 'm', tool, params, pathKinds }).allowed) return;
        allowed++;
        if ('patch' in params && typeof params.patch === 'string')
          for (const [name, read] of Object.entries(patchReaders))
            if ((read(params.patch)?.length ?? 0) > 0) carried[name] = (carried[name] ?? 0) + 1;
        const pattern = new RegExp(input.fileRegex);
        // That a folder can be read as a file is the business of a caller who says what it is.
        const seen: Disk = tool === 'read_file' && pathKinds === undefined ? () => 'file' : kindOf;
        for (const file of touchedFiles({ tool, params }, input.root, seen)) {
          expect(file.inside !== undefined, 'every file of an allowed call to be in the project', file, input);
          expect(pattern.test(file.inside), `every file of an allowed call to match ${input.fileRegex}`, file, input);
        }
      },
      notes: () =>
        `${allowed} allowed; patches among them that were read by ${Object.entries(carried)
          .map(([name, count]) => `${name} ${count}`)
          .join(', ')}`,
    });
  },
};

function sayKinds(paths: readonly string[], kindOf: Disk): Readonly<Record<string, PathKind>> {
  return Object.fromEntries(paths.map((given) => [given, kindOf(given)]));
}
