import { compilePolicy, type ModeConfig } from '@modegate/mode-core';
import { type ComparedSettings, diffSettings } from '@modegate/policy-check';
import { describe, expect, test } from 'vitest';

const mode = (slug: string, ...groups: ModeConfig['groups']): ModeConfig => ({
  slug,
  name: slug,
  roleDefinition: 'R',
  groups,
});
const policy = compilePolicy({
  project: [
    mode('reader', 'read'),
    mode('writer', 'read', 'edit'),
    mode('docs', 'read', ['edit', { fileRegex: '^d' }]),
  ],
  builtin: [],
  servers: [],
});
const compare = (before: ComparedSettings, after: ComparedSettings) =>
  diffSettings({ policy, settings: before }, { policy, settings: after }).map(({ key, mayGrant }) => [key, mayGrant]);

describe('R1-10: a diff tells what settings grant', () => {
  test.each<[string, ComparedSettings, ComparedSettings, readonly (readonly [string, boolean])[]]>([
    ['protection off', {}, { hooks: { protect: false } }, [['hooks.protect', true]]],
    ['protection on', { hooks: { protect: false } }, {}, [['hooks.protect', false]]],
    ['protection written out', {}, { hooks: { protect: true } }, []],
    ['a default mode', {}, { hooks: { defaultMode: 'reader' } }, [['hooks.defaultMode', true]]],
    ['none any more', { hooks: { defaultMode: 'reader' } }, {}, [['hooks.defaultMode', false]]],
    [
      'a wider default mode',
      { hooks: { defaultMode: 'reader' } },
      { hooks: { defaultMode: 'docs' } },
      [['hooks.defaultMode', true]],
    ],
    [
      'a narrower default mode',
      { hooks: { defaultMode: 'writer' } },
      { hooks: { defaultMode: 'docs' } },
      [['hooks.defaultMode', false]],
    ],
    ['a tool that was not known', {}, { hooks: { tools: { Bash2: 'harmless' } } }, [['hooks.tools.Bash2', true]]],
    [
      'a tool of another kind',
      { hooks: { tools: { Bash2: 'command' } } },
      { hooks: { tools: { Bash2: 'read' } } },
      [['hooks.tools.Bash2', true]],
    ],
    [
      'a tool that is harmless no more',
      { hooks: { tools: { Bash2: 'harmless' } } },
      { hooks: { tools: { Bash2: 'command' } } },
      [['hooks.tools.Bash2', false]],
    ],
    ['a tool that is not known any more', { hooks: { tools: { Bash2: 'read' } } }, {}, [['hooks.tools.Bash2', false]]],
    ['an agent that is narrowed', {}, { hooks: { agents: { helper: 'reader' } } }, [['hooks.agents.helper', false]]],
    [
      'an agent that is narrowed no more',
      { hooks: { agents: { helper: 'reader' } } },
      {},
      [['hooks.agents.helper', true]],
    ],
    [
      'an agent of the name of a mode, with a wider one',
      {},
      { hooks: { agents: { reader: 'writer' } } },
      [['hooks.agents.reader', true]],
    ],
    [
      'tools switched on',
      { disabledTools: ['read_file', 'skill'] },
      { disabledTools: ['skill'] },
      [['disabledTools', true]],
    ],
    ['tools switched off', {}, { disabledTools: ['skill'] }, [['disabledTools', false]]],
    ['an entry that another one has', { disabledTools: ['read_file', 'read_*'] }, { disabledTools: ['read_*'] }, []],
    [
      'nothing',
      { disabledTools: ['skill'], hooks: { defaultMode: 'docs' } },
      { disabledTools: ['skill'], hooks: { defaultMode: 'docs' } },
      [],
    ],
  ])('%s', (_name, before, after, changes) => {
    expect(compare(before, after)).toEqual(changes);
  });

  test('a default mode that may do more, because the mode has changed as well', () => {
    const later = compilePolicy({ project: [mode('reader', 'read', 'command')], builtin: [], servers: [] });
    const changes = diffSettings(
      { policy, settings: { hooks: { defaultMode: 'docs' } } },
      { policy: later, settings: { hooks: { defaultMode: 'reader' } } },
    );
    expect(changes).toMatchObject([{ key: 'hooks.defaultMode', mayGrant: true }]);
  });

  test('says what it means for an agent', () => {
    const [change] = diffSettings(
      { policy, settings: {} },
      { policy, settings: { hooks: { tools: { Bash2: 'harmless' } } } },
    );
    expect(change?.message).toBe(
      "'hooks.tools.Bash2': the tool 'Bash2' was not known, and so refused, and is judged as 'harmless' now.",
    );
  });
});
