import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stateFile } from '@modegate/text-files';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createCatalogue } from '../../src/catalogue/catalogue.ts';
import { definitionHash } from '../../src/catalogue/ref-id.ts';
import type { UpstreamTool } from '../../src/catalogue/upstream-tool.ts';
import { findPin, judgeKnownTool } from '../../src/trust/known-tools.ts';
import { approveTools, loadKnownTools, rememberTools } from '../../src/trust/known-tools-file.ts';

let folder = '';
let file = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'known-tools-'));
  file = join(folder, 'state', 'known-tools.json');
});
afterEach(() => rmSync(folder, { recursive: true }));

const tool = (name: string, description = 'Does it', server = 'alpha'): UpstreamTool => {
  const definition = { name, description, inputSchema: { type: 'object' } };
  const [made] = createCatalogue([{ name: server, tools: [definition] }]).tools;
  if (made === undefined) throw new Error('The definition was not accepted.');
  return made;
};

const settings = { newTools: 'deny', changedTools: 'withhold' } as const;
const place = () => ({ text: stateFile(file), projectRoot: '/work/one' });
const at = (iso: string) => ({ now: () => Date.parse(iso) });

describe('known tools', () => {
  test('no tools are known at first, and reading creates no file', async () => {
    expect(await loadKnownTools(place())).toEqual({ state: 'loaded', pins: new Map(), instructions: new Map() });
    expect(() => readFileSync(file)).toThrow('ENOENT');
  });

  test('known tools are remembered as first seen, and served from then on', async () => {
    await rememberTools(place(), [tool('echo'), tool('x.y', 'Other', 'my server')], at('2026-11-20T10:00:00Z'));
    const known = await loadKnownTools(place());
    expect(judgeKnownTool(known, tool('echo'), settings)).toEqual({ kind: 'served' });
    expect(judgeKnownTool(known, tool('x.y', 'Other', 'my server'), settings)).toEqual({ kind: 'served' });
    expect(judgeKnownTool(known, tool('echo', 'Does it', 'beta'), settings)).toMatchObject({
      kind: 'withheld',
      cause: 'new',
    });
    expect(findPin(known, tool('echo'))).toMatchObject({
      firstSeenAt: Date.parse('2026-11-20T10:00:00Z'),
      approvedAt: undefined,
    });
  });

  test('known tools keep their first definition if they are later seen changed', async () => {
    await rememberTools(place(), [tool('echo')], at('2026-11-20T10:00:00Z'));
    const known = await rememberTools(place(), [tool('echo', 'Does something else')], at('2026-11-21T10:00:00Z'));
    expect(judgeKnownTool(known, tool('echo', 'Does something else'), settings)).toEqual({
      kind: 'withheld',
      cause: 'changed',
      why: 'alpha.echo differs from the tool that was first seen on 2026-11-20: description changed.',
    });
  });

  test('an approved definition replaces the known one', async () => {
    await rememberTools(place(), [tool('echo')], at('2026-11-20T10:00:00Z'));
    const known = await approveTools(place(), [tool('echo', 'New')], at('2026-11-21T10:00:00Z'));
    expect(judgeKnownTool(known, tool('echo', 'New'), settings)).toEqual({ kind: 'served' });
    expect(judgeKnownTool(known, tool('echo'), settings)).toMatchObject({
      why: 'alpha.echo differs from the tool that was approved on 2026-11-21: description changed.',
    });
    expect(findPin(known, tool('echo'))?.firstSeenAt).toBe(Date.parse('2026-11-20T10:00:00Z'));
    expect(await loadKnownTools(place())).toEqual(known);
  });

  test('known tools are separate for each project', async () => {
    await rememberTools(place(), [tool('echo')]);
    await rememberTools({ text: stateFile(file), projectRoot: '/work/two' }, [tool('other')]);
    const known = await loadKnownTools({ text: stateFile(file), projectRoot: '/work/two' });
    expect(findPin(known, tool('echo'))).toBeUndefined();
    expect(findPin(known, tool('other'))).toBeDefined();
    expect(findPin(await loadKnownTools(place()), tool('echo'))).toBeDefined();
  });

  test('known tools are written only if something is new', async () => {
    await rememberTools(place(), [tool('echo')], at('2026-11-20T10:00:00Z'));
    const before = readFileSync(file, 'utf8');
    await rememberTools(place(), [tool('echo')], at('2026-11-21T10:00:00Z'));
    await rememberTools(place(), [], at('2026-11-21T10:00:00Z'));
    expect(readFileSync(file, 'utf8')).toBe(before);
  });

  test('known tools may have the names of object members', async () => {
    const odd = [tool('__proto__', 'a', '__proto__'), tool('constructor', 'b', 'toString'), tool('hasOwnProperty')];
    await rememberTools({ text: stateFile(file), projectRoot: '__proto__' }, odd);
    const known = await loadKnownTools({ text: stateFile(file), projectRoot: '__proto__' });
    for (const each of odd) expect(judgeKnownTool(known, each, settings)).toEqual({ kind: 'served' });
    expect(findPin(await loadKnownTools(place()), tool('toString', 'x', 'constructor'))).toBeUndefined();
  });
});

describe('the file of known tools', () => {
  const write = (text: string): void => {
    file = join(folder, 'known-tools.json');
    writeFileSync(file, text);
  };

  test('the file of known tools is readable for people', async () => {
    await rememberTools(place(), [tool('echo')], at('2026-11-20T10:00:00Z'));
    const { refId } = tool('echo');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      version: 2,
      projects: {
        '/work/one': {
          alpha: {
            echo: {
              refId,
              definition: definitionHash(tool('echo')),
              firstSeen: '2026-11-20T10:00:00.000Z',
              parts: {
                description: expect.stringMatching(/^[0-9a-f]{16}$/),
                inputSchema: expect.stringMatching(/^[0-9a-f]{16}$/),
              },
            },
          },
        },
      },
    });
  });

  test('the file of known tools keeps unknown members, at every level', async () => {
    const pin = { refId: 'old', firstSeen: '2026-01-01T00:00:00.000Z', comment: 'mine' };
    const projects = {
      '/work/one': { alpha: { echo: pin, other: pin }, beta: { x: pin } },
      '/elsewhere': { s: { t: 5 } },
    };
    write(JSON.stringify({ projects, future: { a: [1] }, version: 1 }));
    await approveTools(place(), [tool('echo')], at('2026-11-20T10:00:00Z'));
    const after = JSON.parse(readFileSync(file, 'utf8'));
    expect(after.future).toEqual({ a: [1] });
    expect(after.projects['/elsewhere']).toEqual({ s: { t: 5 } });
    expect(after.projects['/work/one'].beta).toEqual({ x: pin });
    expect(after.projects['/work/one'].alpha.other).toEqual(pin);
    expect(after.projects['/work/one'].alpha.echo).toMatchObject({
      refId: tool('echo').refId,
      firstSeen: pin.firstSeen,
      approved: '2026-11-20T10:00:00.000Z',
      comment: 'mine',
    });
  });

  test.each([
    ['{"projects": {', /is not valid JSON/],
    ['', /is not valid JSON/],
    ['"text"', /is not a JSON object/],
    ['[]', /is not a JSON object/],
    ['null', /is not a JSON object/],
    ['{"version": 3}', /was written by a later version/],
    ['{"projects": []}', /contains something other than an object at \/projects/],
    ['{"version": 2, "instructions": {"/work/one": 5}}', /other than an object at \/instructions\/~1work~1one/],
    ['{"projects": {"/work/one": 5}}', /other than an object at \/projects\/~1work~1one/],
    ['{"projects": {"/work/one": {"alpha": "x"}}}', /other than an object at \/projects\/~1work~1one\/alpha/],
    [`${'['.repeat(50_000)}${']'.repeat(50_000)}`, /is not a JSON object/],
    [`{"a":${'['.repeat(5_000)}${']'.repeat(5_000)}}`, /is nested too deeply/],
  ])('a damaged file of known tools is a state, is never written, and trusts nothing (%#)', async (text, reason) => {
    write(text);
    const known = await loadKnownTools(place());
    expect(known).toMatchObject({ state: 'unreadable', file, problem: expect.stringMatching(reason) });
    for (const newTools of ['allow', 'deny', 'ask'] as const) {
      const verdict = judgeKnownTool(known, tool('echo'), { newTools, changedTools: 'withhold' });
      expect(verdict).toMatchObject({ kind: 'withheld', cause: 'unreadable' });
    }
    const failed = { code: 'FILE_UNREADABLE', message: expect.stringMatching(reason) };
    await expect(rememberTools(place(), [tool('echo')])).rejects.toMatchObject(failed);
    await expect(approveTools(place(), [tool('echo')])).rejects.toMatchObject(failed);
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  test.each([['{}'], ['{"refId": 5}'], ['null'], ['"x"'], ['{"refId": "x", "firstSeen": "yesterday", "parts": [1]}']])(
    'a damaged pin makes its tool count as changed and affects no other: %s',
    async (pin) => {
      const good = { refId: tool('good').refId };
      write(`{"projects":{"/work/one":{"alpha":{"echo":${pin},"good":${JSON.stringify(good)}}}}}`);
      const known = await loadKnownTools(place());
      expect(judgeKnownTool(known, tool('echo'), settings)).toMatchObject({ kind: 'withheld', cause: 'changed' });
      expect(judgeKnownTool(known, tool('good'), settings)).toEqual({ kind: 'served' });
      const approved = await approveTools(place(), [tool('echo')]);
      expect(judgeKnownTool(approved, tool('echo'), settings)).toEqual({ kind: 'served' });
    },
  );
});
