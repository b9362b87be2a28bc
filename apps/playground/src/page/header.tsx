import { Button } from '@modegate/restrictions-editor/views';
import { type ReactElement, useEffect, useState } from 'react';
import { examples } from '../state/examples.ts';
import { emptyState } from '../state/playground-state.ts';
import type { PageState } from './page-state.ts';

/** The name of the page, and the actions that apply to the whole page. */
export function Header({ page, onShare }: { readonly page: PageState; readonly onShare: () => void }): ReactElement {
  return (
    <header className="pg-header">
      <div className="pg-brand">
        <h1>Modegate playground</h1>
        <p className="mge-muted">What may each mode of your coding agent do? Nothing you paste leaves this page.</p>
      </div>
      <div className="pg-acts">
        <label className="mge-field pg-example">
          <span className="mge-hidden">Example</span>
          <select
            value=""
            onChange={(event) => {
              const chosen = examples[Number(event.target.value)];
              if (chosen !== undefined) page.replace(() => chosen.state, `Example: ${chosen.name}.`);
            }}
          >
            <option value="" disabled>
              Examples…
            </option>
            {examples.map(({ name }, index) => (
              <option key={name} value={index}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <Button disabled={!page.canUndo} onClick={page.undo}>
          Undo
        </Button>
        <Button disabled={!page.canRedo} onClick={page.redo}>
          Redo
        </Button>
        <Button onClick={() => page.replace(() => emptyState, 'Everything was cleared.')}>Clear</Button>
        <ThemeButton />
        <Button isPrimary onClick={onShare}>
          Share
        </Button>
      </div>
    </header>
  );
}

const themes = { system: 'Theme: system', light: 'Theme: light', dark: 'Theme: dark' } as const;

function ThemeButton(): ReactElement {
  const [theme, setTheme] = useState<keyof typeof themes>('system');
  useEffect(() => {
    const { dataset } = document.documentElement;
    if (theme === 'system') delete dataset.theme;
    else dataset.theme = theme;
  }, [theme]);
  const next = { system: 'light', light: 'dark', dark: 'system' } as const;
  return <Button onClick={() => setTheme(next[theme])}>{themes[theme]}</Button>;
}
