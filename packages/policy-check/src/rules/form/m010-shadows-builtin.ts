import { builtinModes } from '@modegate/mode-core/modes';
import { defineRule, exampleWithRepair, modeFile } from '../define-rule.ts';

/** M010: a mode that replaces a built-in mode. */
export const shadowsBuiltin = defineRule(['M010', 'shadows-builtin', 'warning', 'strict'], {
  summary: 'A mode has the slug of a built-in mode and replaces it.',
  reason:
    'A mode completely replaces the built-in mode with the same slug, including its groups, prompt and limits. It does not receive later improvements to the built-in mode, and people who know `architect` from elsewhere expect its limits. If that is intended, suppress this finding and give the reason.',
  ...exampleWithRepair(modeFile('architect', 'You design.', 'groups: [read, edit]'), { architect: 'system-architect' }),
  *check(workspace) {
    const slugs = new Set(builtinModes.map(({ slug }) => slug));
    for (const { slug, file, pointer } of workspace.modes) {
      if (!slugs.has(slug)) continue;
      const message = `Mode '${slug}' replaces the built-in mode with the same slug, and inherits nothing from it.`;
      yield { message, location: file.locate(`${pointer}/slug`), mode: slug };
    }
  },
});
