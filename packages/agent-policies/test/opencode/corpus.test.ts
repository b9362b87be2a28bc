import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { kiloAgent as kilo, opencodeAgent as opencode } from '@modegate/agent-policies';
import { describe, expect, test } from 'vitest';
import { recordings } from './support.ts';

const folder = join(process.env.MODEGATE_CORPUS ?? join(recordings, 'corpus'), 'agents');
const present = existsSync(join(folder, 'INDEX.tsv'));

/** Kind, file in the corpus, repository and path of each file of the two agents. */
const rows = (present ? readFileSync(join(folder, 'INDEX.tsv'), 'utf8') : '')
  .split('\n')
  .map((line) => line.split('\t'))
  .filter(([kind = '', file = '']) => /^(?:opencode|kilo)/.test(kind) && existsSync(join(folder, file)));

const agents = { opencode, kilo } as const;

describe.skipIf(!present)(
  `real files (${present ? folder : `skipped: no folder ${folder}; set MODEGATE_CORPUS`})`,
  () => {
    test('real opencode and Kilo files exist', () => {
      expect(rows.length).toBeGreaterThan(100);
    });

    test.each(rows)('the real %s file %s is read, and every agent in it has answers', (kind, file, _, path = '') => {
      const name = kind.startsWith('kilo') ? 'kilo' : 'opencode';
      const text = readFileSync(join(folder, file), 'utf8');
      const { profiles, problems, read } = agents[name].readProfiles({
        project: '/p',
        home: undefined,
        files: [{ path: `/p/${placeOf(path, kind)}`, text, name: path }],
      });
      if (!path.endsWith('mcp.json')) expect(read.map((one) => one.file)).toEqual([path]);
      if (name === 'opencode') expect(problems.filter(({ code }) => code === 'does-not-start')).toEqual([]);
      const lines = text.split('\n').length;
      for (const { line } of problems) expect(line).toBeLessThanOrEqual(lines);
      for (const profile of profiles)
        for (const command of ['git push --force', 'ls | head', 'cat ~/.ssh/id_rsa'])
          expect(agents[name].decideFor(profile, { tool: 'bash', arguments: { command } }, {}).because).not.toBe('');
    });
  },
);

/** Returns the path at which an agent would read the file if it were in the project's folder. */
function placeOf(path: string, kind: string): string {
  const own = /\.(?:opencode|kilo|kilocode)\/.*$/.exec(path)?.[0];
  const last = path.split('/').at(-1) ?? '';
  return own ?? (kind.endsWith('-agents') ? `.${kind.replace('-agents', '')}/agents/${last}` : last);
}
