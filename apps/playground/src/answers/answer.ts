import { pictureMode } from '@modegate/policy-check/page';
import {
  describeDiff,
  diffPolicies,
  findBypasses,
  groupChanges,
  permissionMatrix,
} from '@modegate/policy-check/permissions';
import type { Project } from '@modegate/project';
import { describeProject } from '@modegate/restrictions-editor/messages';
import { listBrokenFiles, type ModePermissions, permissionsOf } from '@modegate/restrictions-editor/model';
import { maxFragmentCharacters, readFragment, writeFragment } from '../state/link.ts';
import type { PlaygroundState } from '../state/playground-state.ts';
import { removeSecrets } from '../state/remove-secrets.ts';
import { makeMatrix, makeOverview } from './overview.ts';
import { createProjectCache } from './project-cache.ts';
import type { AnswersByKind, ChangesAnswer, ShareAnswer, WorkerQuestion } from './questions.ts';
import { answerWhy } from './why.ts';

/** Answers the page's questions independently of each other; caches only the most recently opened files. */
export function createAnswerer(): <Kind extends WorkerQuestion['kind']>(
  question: Extract<WorkerQuestion, { kind: Kind }>,
) => Promise<AnswersByKind[Kind]> {
  const open = createProjectCache();
  const answer = async (question: WorkerQuestion): Promise<AnswersByKind[WorkerQuestion['kind']]> => {
    switch (question.kind) {
      case 'overview':
        return makeOverview(await open(question.files));
      case 'matrix':
        return makeMatrix(await open(question.files), question.filter);
      case 'why':
        return answerWhy(await open(question.files), question.question);
      case 'changes':
        return compare(await open(question.before), await open(question.after));
      case 'mode':
        return describeMode(await open(question.files), question.mode);
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

function describeMode({ policy }: Project, mode: string): ModePermissions {
  const { rows } = permissionMatrix(policy, { modes: [mode] });
  return permissionsOf(pictureMode({ policy, mode, rows, ways: findBypasses(policy) }));
}

const maxChanges = 500;

/**
 * Rejects a comparison with a file that cannot be read, because the file's content is unknown and a comparison would be
 * misleading.
 */
function compare(before: Project, after: Project): ChangesAnswer {
  const broken = [
    ...listBrokenFiles(before).map((one) => ({ ...one, file: `${one.file} (earlier)` })),
    ...listBrokenFiles(after),
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
  const clean = removeSecrets(state);
  const fragment = await writeFragment(clean.state);
  if (fragment.length > maxFragmentCharacters)
    return { state: 'too-long', characters: fragment.length, maxCharacters: maxFragmentCharacters };
  return { state: 'ready', fragment, places: clean.places };
}
