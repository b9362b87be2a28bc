import type { Project } from '@modegate/project';

/** A file that exists but cannot be used, with the reason as a sentence. */
export interface BrokenFile {
  readonly file: string;
  readonly message: string;
}

/** Lists every project file that is unusable as a whole. Everything that such a file might allow is refused. */
export function listBrokenFiles({ sources }: Pick<Project, 'sources'>): readonly BrokenFile[] {
  return sources
    .filter(({ state }) => state === 'unreadable')
    .map((source) => {
      const reason = source.what === 'modes' ? source.parsed?.unreadable : source.problems[0]?.message;
      return { file: source.file, message: reason ?? 'It could not be read.' };
    });
}
