import { builtinModes } from '@modegate/mode-core/modes';
import { exampleWithRepair, type Rule } from '../../workspace/rule.ts';

/** M010: a mode that replaces a built-in mode. */
export const shadowsBuiltin: Rule = {
  id: 'M010',
  name: 'shadows-builtin',
  severity: 'warning',
  preset: 'strict',
  since: '0.1.0',
  summary: 'A mode has the slug of a built-in mode and replaces it.',
  reason:
    'A mode completely replaces the built-in mode with the same slug, including its groups, prompt and limits. It does not receive later improvements to the built-in mode, and people who know `architect` from elsewhere expect its limits. If that is intended, suppress this finding with the reason.',
  ...exampleWithRepair(
    {
      '.roomodes': `
        customModes:
          - slug: architect
            name: Architect
            roleDefinition: You design.
            groups: [read, edit]
      `,
    },
    { architect: 'system-architect' },
  ),
  isFixable: false,
  *check(workspace) {
    const slugs = new Set(builtinModes.map(({ slug }) => slug));
    for (const { slug, file, pointer } of workspace.modes)
      if (slugs.has(slug))
        yield {
          message: `Mode '${slug}' replaces the built-in mode with the same slug, and inherits nothing from it.`,
          location: file.locate(`${pointer}/slug`),
          mode: slug,
        };
  },
};
