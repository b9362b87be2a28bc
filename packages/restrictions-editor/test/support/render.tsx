import '@testing-library/jest-dom/vitest';
import { cleanup, type RenderResult, render, screen } from '@testing-library/react';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { afterEach, beforeEach, vi } from 'vitest';

/** Gives every element the size of a small window: the document of the tests lays nothing out, and only lines in view are drawn. */
export function layOut(height = 480): void {
  beforeEach(() => {
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(height);
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(800);
  });
  afterEach(cleanup);
}

/** Draws an element, with someone at keyboard and mouse. */
export function draw(element: ReactElement): RenderResult & { readonly user: UserEvent } {
  return { user: userEvent.setup(), ...render(element) };
}

/** The first line of the tree with a name. */
export function lineOf(name: string): HTMLElement {
  const [line] = screen.getAllByRole('treeitem', { name: new RegExp(`^${name},`) });
  if (line === undefined) throw new Error(`No line is called ${name}.`);
  return line;
}
