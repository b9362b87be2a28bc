import { decide } from '@modegate/mode-core';
import { defineRule, example, modeFile } from '../define-rule.ts';
import { modeTexts } from './mode-text.ts';

/** M071: a prompt that promises a restriction that the groups do not impose. */
export const promptContradictsPolicy = defineRule(['M071', 'prompt-contradicts-policy', 'info', 'audit'], {
  summary: 'A prompt says that the mode changes no files, but its groups allow it to change any file.',
  reason:
    'A sentence in a prompt is only a request; only the groups are enforced. If the prompt says "read-only" but the mode has `edit`, readers of the prompt believe that there is a limit, although there is none. The rule guesses from the wording, so check each finding yourself.',
  bad: example({
    ...modeFile('reviewer', 'You are a read-only reviewer.', 'groups: [read, edit]'),
    'tested-modes.txt': 'reviewer\n',
  }),
  good: example(modeFile('reviewer', 'You are a read-only reviewer.', 'groups: [read]')),
  *check(workspace) {
    for (const mode of workspace.modes) {
      if (!mode.isEffective) continue;
      const claim = modeTexts(mode).find(({ text }) =>
        claims.some((pattern) => pattern.test(text.slice(0, maxLength))),
      );
      if (claim === undefined || !samples.every((path) => canEdit(path, mode.slug))) continue;
      const message = `The prompt of mode '${mode.slug}' says that it changes no files, but its groups allow it to change any file.`;
      yield { message, location: mode.file.locateKey(claim.pointer), mode: mode.slug };
    }
    function canEdit(path: string, mode: string): boolean {
      return decide(workspace.policy, { mode, tool: 'write_to_file', params: { path, content: '' } }).allowed;
    }
  },
});

const samples = ['src/main.ts', 'README.md'];
const maxLength = 50_000;

const claims = [
  /\bread[- ]only (?:mode|reviewer|agent|assistant|analyst|advisor|access)\b/i,
  /\byou (?:are|operate|work) (?:strictly )?(?:in )?(?:a )?read[- ]only\b/i,
  // The words after such a phrase narrow its scope: `the code under test`, `files that …`, `code to make tests pass`.
  /\b(?:never|do not|don't|must not|may not|cannot|can't) (?:edit|modify|change|write)(?: to)? (?:any |the )?(?:files?|code|source code)(?= *(?:[.,;:!)\n]|$)| (?:or|and|directly|yourself|at all)\b)/i,
];
