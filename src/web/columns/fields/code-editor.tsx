import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { Compartment, EditorState } from '@codemirror/state'
import { EditorView, keymap, lineNumbers } from '@codemirror/view'
import { useEffect, useRef } from 'react'
import { Echoes, editorTheme } from '../../prompts/index.ts'
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
 * Tab indents; Escape and then Tab moves to the next field. Ctrl Enter and Ctrl S are shortcuts of the panel.
 */
export function CodeEditor({ label, about, language, value, onChange }: Props) {
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const echoes = useRef(new Echoes()).current
  const current = useRef(onChange)
  current.current = onChange
  const marks = useRef(new Compartment()).current
  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor is created once; the effects below apply later changes.
  useEffect(() => {
    const editor = new EditorView({
      parent: host.current!,
      state: EditorState.create({
        doc: value,
        extensions: [
          lineNumbers(),
          history(),
          keymap.of([
            indentWithTab,
            ...defaultKeymap.filter(({ key }) => key !== 'Mod-Enter'),
            ...historyKeymap,
          ]),
          editorTheme,
          marks.of(codeMarks(language)),
          EditorView.contentAttributes.of({ 'aria-label': label, 'aria-describedby': about }),
          EditorView.updateListener.of((update) => {
            if (!update.docChanged) return
            const text = update.state.doc.toString()
            echoes.report(text)
            current.current(text)
          }),
        ],
      }),
    })
    view.current = editor
    return () => editor.destroy()
  }, [])
  useEffect(() => {
    view.current!.dispatch({ effects: marks.reconfigure(codeMarks(language)) })
  }, [language, marks])
  useEffect(() => {
    const editorView = view.current!
    const text = editorView.state.doc.toString()
    if (!echoes.has(value) && text !== value)
      editorView.dispatch({ changes: { from: 0, to: text.length, insert: value } })
  }, [value, echoes])
  return (
    <div
      ref={host}
      className="max-h-96 min-h-52 overflow-auto rounded-md border border-line-strong bg-surface [&_.cm-content]:min-h-48"
    />
  )
}
