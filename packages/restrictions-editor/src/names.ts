// Everything here is public API: add with care. Names from elsewhere, as a page may show them, without the editor.
export { ShownName, showName } from './components/parts/shown-name.tsx';
