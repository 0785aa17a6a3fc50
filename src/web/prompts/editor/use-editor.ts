import { Compartment, EditorState, type Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { useEffect, useRef } from 'react'
import { ReportedTexts } from './reported-texts.ts'
import { editorTheme } from './theme.ts'

interface Options {
  readonly value: string
  readonly onChange: (value: string) => void
  /** Extensions of the first rendering. */
  readonly extensions: readonly Extension[]
  /** Extensions that later renderings replace where they differ; their number stays the same. */
  readonly changing: readonly Extension[]
}

/** Makes an editor in the returned element. A value that it has not reported itself replaces its text. */
export function useEditor({ value, onChange, extensions, changing }: Options) {
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const reported = useRef(new ReportedTexts()).current
  const current = useRef(onChange)
  current.current = onChange
  const compartments = useRef(changing.map(() => new Compartment())).current
  const applied = useRef(changing)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor is created once; the effects below apply later changes.
  useEffect(() => {
    const editor = new EditorView({
      parent: host.current!,
      state: EditorState.create({
        doc: value,
        extensions: [
          extensions,
          editorTheme,
          changing.map((extension, index) => compartments[index]!.of(extension)),
          EditorView.updateListener.of((update) => {
            if (!update.docChanged) return
            const text = update.state.doc.toString()
            reported.report(text)
            current.current(text)
          }),
        ],
      }),
    })
    view.current = editor
    return () => editor.destroy()
  }, [])
  useEffect(() => {
    const editor = view.current!
    const text = editor.state.doc.toString()
    if (!reported.take(value) && text !== value)
      editor.dispatch({ changes: { from: 0, to: text.length, insert: value } })
  }, [value, reported])
  useEffect(() => {
    const effects = changing.flatMap((extension, index) =>
      extension === applied.current[index] ? [] : [compartments[index]!.reconfigure(extension)],
    )
    applied.current = changing
    if (effects.length > 0) view.current!.dispatch({ effects })
  })
  return host
}
