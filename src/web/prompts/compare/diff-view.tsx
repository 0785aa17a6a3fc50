import { MergeView, unifiedMergeView } from '@codemirror/merge'
import { EditorState, type Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { useEffect, useRef } from 'react'
import { marksOf } from '../editor/marks.ts'
import { editorTheme } from '../editor/theme.ts'

interface Props {
  readonly before: string
  readonly after: string
  readonly mode: 'unified' | 'split'
  /** True if the texts have no variables. */
  readonly isPlain?: boolean
}

const options = {
  highlightChanges: true,
  gutter: true,
  collapseUnchanged: { margin: 3, minSize: 6 },
} as const

const readOnly = (label: string, isPlain: boolean): Extension => [
  editorTheme,
  isPlain ? [] : marksOf('f-string'),
  EditorState.readOnly.of(true),
  EditorView.editable.of(false),
  EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
]

/** A diff of two texts with equal parts folded. */
export function DiffView({ before, after, mode, isPlain = false }: Props) {
  const host = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const parent = host.current!
    if (mode === 'split') {
      const view = new MergeView({
        parent,
        a: { doc: before, extensions: readOnly('Before', isPlain) },
        b: { doc: after, extensions: readOnly('After', isPlain) },
        ...options,
      })
      return () => view.destroy()
    }
    const view = new EditorView({
      parent,
      state: EditorState.create({
        doc: after,
        extensions: [
          readOnly('Changes', isPlain),
          unifiedMergeView({ original: before, mergeControls: false, ...options }),
        ],
      }),
    })
    return () => view.destroy()
  }, [before, after, mode, isPlain])
  return <div ref={host} className="overflow-hidden" />
}
