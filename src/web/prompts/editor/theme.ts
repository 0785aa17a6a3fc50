import type { Extension } from '@codemirror/state'
import { EditorView, highlightSpecialChars } from '@codemirror/view'
import { nonce } from '../../shell/index.ts'

/**
 * The style of the editor. Its style element needs the nonce. The colours are tokens of styles.css, so both
 * themes apply.
 */
const theme = EditorView.theme({
  '&': { backgroundColor: 'transparent', fontSize: '12.5px' },
  '&.cm-focused': { outline: '2px solid var(--color-accent)', outlineOffset: '-2px', borderRadius: '6px' },
  '.cm-content': { padding: '8px 0', caretColor: 'var(--color-ink)' },
  '.cm-line': { padding: '0 12px' },
  '.cm-scroller': {
    fontFamily: 'var(--font-mono, "JetBrains Mono Variable", monospace)',
    lineHeight: '1.55',
  },
  '.cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': {
    background: 'var(--color-accent-soft) !important',
  },
  '.cm-cursor': { borderLeftColor: 'var(--color-ink)' },
  '.cm-placeholder': { color: 'var(--color-ink-faint)' },
  '.cm-gutters': { background: 'var(--color-sunken)', color: 'var(--color-ink-faint)', border: 'none' },
  '.cm-tooltip': {
    background: 'var(--color-surface)',
    color: 'var(--color-ink)',
    border: '1px solid var(--color-line-strong)',
    borderRadius: '6px',
    boxShadow: 'var(--floating)',
    maxWidth: '36rem',
  },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--color-bad)' },
  '.cm-named': {
    color: 'var(--color-variable)',
    background: 'var(--color-variable-soft)',
    borderRadius: '3px',
  },
  '.cm-snippet': { color: 'var(--color-note)', background: 'var(--color-note-soft)', borderRadius: '3px' },
  '.cm-changedLine': { background: 'var(--color-good-soft) !important' },
  '&.cm-merge-a .cm-changedLine': { background: 'var(--color-bad-soft) !important' },
  '.cm-changedText': { background: 'none', textDecoration: 'underline', textUnderlineOffset: '3px' },
  '&.cm-merge-a .cm-changedText, .cm-deletedText': { background: 'none', textDecoration: 'line-through' },
  '.cm-insertedLine': { textDecoration: 'none', background: 'var(--color-good-soft)' },
  '.cm-deletedLine': { textDecoration: 'none', padding: '0 !important' },
  '.cm-deletedChunk': { paddingLeft: '12px !important', background: 'var(--color-bad-soft) !important' },
  '.cm-collapsedLines': {
    background: 'var(--color-sunken)',
    color: 'var(--color-ink-soft)',
    padding: '4px 12px',
    fontFamily: 'var(--font-sans, "Inter Variable", sans-serif)',
    fontSize: '12px',
  },
  // Removes the marker, because neither of our fonts has its glyph.
  '.cm-collapsedLines:before, .cm-collapsedLines:after': { content: '""' },
})

/** Characters that change the direction of writing are displayed as symbols and have no effect. */
export const editorTheme: Extension = [
  theme,
  highlightSpecialChars(),
  EditorView.cspNonce.of(nonce),
  EditorView.lineWrapping,
]
