import { describePicture, drawMode, pictureMode, renderMarkup, reportStyle } from '@modegate/policy-check/page';
import { findBypasses, permissionMatrix } from '@modegate/policy-check/permissions';
import type { Project } from '@modegate/project';
import type { PictureAnswer } from './questions.ts';

/** Draws what one mode may do, as `modegate report` does. */
export function makePicture({ policy }: Project, mode: string): PictureAnswer {
  const { rows } = permissionMatrix(policy, { modes: [mode] });
  const picture = pictureMode({ policy, mode, rows, ways: findBypasses(policy) });
  const drawn = renderMarkup(drawMode(picture));
  const style = `<style>${reportStyle.replaceAll('<', '\\3c ')}</style>`;
  return {
    svg: drawn.replace(
      /<svg ([^>]*)>/,
      (_, attributes: string) => `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${style}`,
    ),
    description: describePicture(picture),
    ways: picture.ways.map(({ certainty, message }) => ({ certainty, message })),
  };
}
