import { checkForPage, filesOfCheck } from '@modegate/project-check/check-for-page';
import type { UiProject } from '@modegate/project-ui';
import { watchFiles } from '../watch-files.ts';

/** What the page finds: the same as `modegate check`, by the settings of the project. */
export function checkByProject(projectRoot: string): Pick<UiProject, 'check' | 'watchMore'> {
  return {
    check: (checked) => checkForPage({ projectRoot, ...checked }),
    watchMore: async (onChange) => watchFiles(await filesOfCheck(projectRoot), onChange),
  };
}
