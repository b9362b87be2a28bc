import { compilePolicy, type ModeConfig } from '@modegate/mode-core';
import { type ComparedSettings, diffSettings } from '@modegate/policy-check/permissions';
import { describe, expect, test } from 'vitest';

const mode = (slug: string, ...groups: ModeConfig['groups']): ModeConfig => ({
  slug,
  name: slug,
  roleDefinition: 'R',
  groups,
});
const policyWith = (disabledTools: readonly string[] = []) =>
  compilePolicy({
    disabledTools,
    project: [
      mode('reader', 'read'),
      mode('writer', 'read', 'edit'),
      mode('docs', 'read', ['edit', { fileRegex: '^d' }]),
    ],
    builtin: [],
    servers: [],
  });
const policy = policyWith();
const stateOf = (settings: ComparedSettings) => ({ policy: policyWith(settings.disabledTools), settings });
const compare = (before: ComparedSettings, after: ComparedSettings) =>
  diffSettings(stateOf(before), stateOf(after)).map(({ key, mayGrant }) => [key, mayGrant]);

describe('R1-10: a diff tells what settings grant', () => {
  test.each<[string, ComparedSettings, ComparedSettings, readonly (readonly [string, boolean])[]]>([
    ['protection off', {}, { hooks: { protect: false } }, [['hooks.protect', true]]],
    ['protection on', { hooks: { protect: false } }, {}, [['hooks.protect', false]]],
    ['protection written out', {}, { hooks: { protect: true } }, []],
    ['a default mode', {}, { hooks: { defaultMode: 'reader' } }, [['hooks.defaultMode', true]]],
    ['none any more', { hooks: { defaultMode: 'writer' } }, {}, [['hooks.defaultMode', false]]],
    [
      'none any more, so that an agent of the name of a wider mode is judged by that alone',
      { hooks: { defaultMode: 'reader' } },
      {},
      [['hooks.defaultMode', true]],
    ],
    [
      'none any more, where the names of all wider modes are mapped to narrower ones',
      { hooks: { defaultMode: 'reader', agents: { writer: 'reader', docs: 'reader' } } },
      { hooks: { agents: { writer: 'reader', docs: 'reader' } } },
      [['hooks.defaultMode', false]],
    ],
    ['a default mode that does not exist', {}, { hooks: { defaultMode: 'ghost' } }, [['hooks.defaultMode', false]]],
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
    [
      'an agent that is narrowed',
      { hooks: { defaultMode: 'writer' } },
      { hooks: { defaultMode: 'writer', agents: { helper: 'reader' } } },
      [['hooks.agents.helper', false]],
    ],
    [
      'an agent that has a mode where no mode is in force',
      {},
      { hooks: { agents: { helper: 'reader' } } },
      [['hooks.agents.helper', true]],
    ],
    [
      'a tool whose calls are kept from protected files no more',
      { hooks: { tools: { Bash2: 'edit' } } },
      { hooks: { tools: { Bash2: 'read' } } },
      [['hooks.tools.Bash2', true]],
    ],
    [
      'a tool of a kind that no mode may use',
      {},
      { hooks: { tools: { Bash2: 'browser' } } },
      [['hooks.tools.Bash2', false]],
    ],
    ['a tool switched on that does not exist', { disabledTools: ['ghost'] }, {}, [['disabledTools', false]]],
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
  ])('diff of settings: %s', (_name, before, after, changes) => {
    expect(compare(before, after)).toEqual(changes);
  });

  test('a diff reports a default mode that may do more because the mode itself changed', () => {
    const docs = mode('docs', 'read');
    const project = [mode('reader', 'read', 'command'), mode('writer', 'read', 'edit'), docs];
    const later = compilePolicy({ project, builtin: [], servers: [] });
    const changes = diffSettings(
      { policy, settings: { hooks: { defaultMode: 'docs' } } },
      { policy: later, settings: { hooks: { defaultMode: 'reader' } } },
    );
    expect(changes).toMatchObject([{ key: 'hooks.defaultMode', mayGrant: true }]);
  });

  test('a diff reports a removed mode by whose name agents were narrowed', () => {
    const later = compilePolicy({ project: [mode('writer', 'read', 'edit')], builtin: [], servers: [] });
    const hooks = { defaultMode: 'writer' };
    const changes = diffSettings({ policy, settings: { hooks } }, { policy: later, settings: { hooks } });
    expect(changes).toMatchObject([
      { key: 'hooks', mayGrant: true, message: expect.stringContaining("Mode 'reader' was removed") },
      { key: 'hooks', mayGrant: true, message: expect.stringContaining("Mode 'docs' was removed") },
    ]);
    expect(diffSettings({ policy, settings: {} }, { policy: later, settings: {} })).toEqual([]);
  });

  test('a diff says what a change of settings means for an agent', () => {
    const [change] = diffSettings(
      { policy, settings: {} },
      { policy, settings: { hooks: { tools: { Bash2: 'harmless' } } } },
    );
    expect(change?.message).toBe(
      "'hooks.tools.Bash2': the tool 'Bash2' was not known and therefore refused, and is now judged as 'harmless'.",
    );
  });
});
