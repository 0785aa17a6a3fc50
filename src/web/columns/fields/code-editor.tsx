import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { EditorView, keymap, lineNumbers } from '@codemirror/view'
import { useMemo } from 'react'
import { useEditor } from '../../prompts/index.ts'
import { codeMarks } from './code-marks.ts'

interface Props {
  readonly label: string
  /** The id of the element that describes it. */
  readonly about: string
  readonly language: string
  readonly value: string
  readonly onChange: (value: string) => void
}

/**
 * Tab indents; Escape and then Tab moves to the next field. Ctrl Enter is left to the panel around the editor.
 */
export function CodeEditor({ label, about, language, value, onChange }: Props) {
  const host = useEditor({
    value,
    onChange,
    extensions: [
      lineNumbers(),
      history(),
      keymap.of([indentWithTab, ...defaultKeymap.filter(({ key }) => key !== 'Mod-Enter'), ...historyKeymap]),
      EditorView.contentAttributes.of({ 'aria-label': label, 'aria-describedby': about }),
    ],
    changing: [useMemo(() => codeMarks(language), [language])],
  })
  return (
    <div
      ref={host}
      className="max-h-96 min-h-52 overflow-auto rounded-md border border-line-strong bg-surface [&_.cm-content]:min-h-48"
    />
  )
}
