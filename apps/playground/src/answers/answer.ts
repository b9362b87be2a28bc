import { describeDiff, diffPolicies, groupChanges } from '@modegate/policy-check/permissions';
import type { Project } from '@modegate/project';
import { describeProject } from '@modegate/restrictions-editor/messages';
import { maxFragmentCharacters, readFragment, writeFragment } from '../state/link.ts';
import type { PlaygroundState } from '../state/playground-state.ts';
import { withoutSecrets } from '../state/without-secrets.ts';
import { keepVersions, listBroken } from './open-version.ts';
import { makePicture } from './picture.ts';
import type { Answers, ChangesAnswer, Question, ShareAnswer } from './questions.ts';
import { makeReport } from './report.ts';
import { answerWhy } from './why.ts';

/** Answers the questions of the page, each by itself; only the files that were opened last are kept. */
export function createAnswerer(): <Kind extends Question['kind']>(
  question: Extract<Question, { kind: Kind }>,
) => Promise<Answers[Kind]> {
  const open = keepVersions();
  const answer = async (question: Question): Promise<Answers[Question['kind']]> => {
    switch (question.kind) {
      case 'report':
        return makeReport(await open(question.files), question.filter);
      case 'why':
        return answerWhy(await open(question.files), question.question);
      case 'changes':
        return compare(await open(question.before), await open(question.after));
      case 'picture':
        return makePicture(await open(question.files), question.mode);
      case 'edit':
        return describeProject(await open(question.files), question.mode, { layer: 'project' });
      case 'share':
        return await share(question.state);
      case 'read-link':
        return await readFragment(question.fragment);
    }
  };
  return answer as ReturnType<typeof createAnswerer>;
}

const maxChanges = 500;

/** What one version says is not known where a file cannot be read, so a comparison would mislead. */
function compare(before: Project, after: Project): ChangesAnswer {
  const broken = [
    ...listBroken(before).map((one) => ({ ...one, file: `${one.file} (earlier)` })),
    ...listBroken(after),
  ];
  if (broken.length > 0) return { state: 'broken', broken };
  const diff = diffPolicies(before, after);
  const changes = groupChanges(diff);
  return {
    state: 'compared',
    summary: describeDiff(diff),
    changes: changes.slice(0, maxChanges).map(({ kind, mayGrant, message }) => ({ kind, mayGrant, message })),
    changesTotal: changes.length,
  };
}

async function share(state: PlaygroundState): Promise<ShareAnswer> {
  const clean = withoutSecrets(state);
  const fragment = await writeFragment(clean.state);
  if (fragment.length > maxFragmentCharacters)
    return { state: 'too-long', characters: fragment.length, maxCharacters: maxFragmentCharacters };
  return { state: 'ready', fragment, places: clean.places };
}
