import type { Extension } from '@codemirror/state'
import { EditorView, highlightSpecialChars } from '@codemirror/view'
import { nonce } from '../../shell/index.ts'

/**
 * The style of the editor. Its style element needs the nonce. The colours are tokens of styles.css, so both
 * themes apply.
 */
const theme = EditorView.theme({
  '&': { backgroundColor: 'transparent', fontSize: '12.5px' },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '-2px', borderRadius: '6px' },
  '.cm-content': { padding: '8px 0', caretColor: 'var(--ink)' },
  '.cm-line': { padding: '0 12px' },
  '.cm-scroller': {
    fontFamily: 'var(--font-mono, "JetBrains Mono Variable", monospace)',
    lineHeight: '1.55',
  },
  '.cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': {
    background: 'var(--accent-soft) !important',
  },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-placeholder': { color: 'var(--ink-faint)' },
  '.cm-gutters': { background: 'var(--sunken)', color: 'var(--ink-faint)', border: 'none' },
  '.cm-tooltip': {
    background: 'var(--surface)',
    color: 'var(--ink)',
    border: '1px solid var(--line-strong)',
    borderRadius: '6px',
    boxShadow: 'var(--floating)',
    maxWidth: '36rem',
  },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--bad)' },
  '.cm-named': { color: 'var(--variable)', background: 'var(--variable-soft)', borderRadius: '3px' },
  '.cm-snippet': { color: 'var(--note)', background: 'var(--note-soft)', borderRadius: '3px' },
  '.cm-changedLine': { background: 'var(--good-soft) !important' },
  '&.cm-merge-a .cm-changedLine': { background: 'var(--bad-soft) !important' },
  '.cm-changedText': { background: 'none', textDecoration: 'underline', textUnderlineOffset: '3px' },
  '&.cm-merge-a .cm-changedText, .cm-deletedText': { background: 'none', textDecoration: 'line-through' },
  '.cm-insertedLine': { textDecoration: 'none', background: 'var(--good-soft)' },
  '.cm-deletedLine': { textDecoration: 'none', padding: '0 !important' },
  '.cm-deletedChunk': { paddingLeft: '12px !important', background: 'var(--bad-soft) !important' },
  '.cm-collapsedLines': {
    background: 'var(--sunken)',
    color: 'var(--ink-soft)',
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
