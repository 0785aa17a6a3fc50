import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { json, jsonParseLinter } from '@codemirror/lang-json'
import { linter } from '@codemirror/lint'
import { EditorState } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import { useEffect, useRef, useState } from 'react'
import { parseExact } from '../../../engine/json/parse-exact.ts'
import { ReportedTexts } from './reported-texts.ts'
import { editorTheme } from './theme.ts'

interface Props {
  readonly label: string
  readonly value: unknown
  readonly readOnly: boolean
  /** Called only with valid JSON. */
  readonly onChange: (value: unknown) => void
  readonly onValidity: (isValid: boolean) => void
}

const textOf = (value: unknown) => JSON.stringify(value, null, 2)
const lint = jsonParseLinter()

/** Edits a JSON value; errors are marked at their line. */
export function JsonEditor({ label, value, readOnly, onChange, onValidity }: Props) {
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const reported = useRef(new ReportedTexts()).current
  const current = useRef({ onChange, onValidity, text: '' })
  current.current = { ...current.current, onChange, onValidity }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor is created once; the effect below applies another value.
  useEffect(() => {
    current.current.text = textOf(value)
    const editor = new EditorView({
      parent: host.current!,
      state: EditorState.create({
        doc: current.current.text,
        extensions: [
          history(),
          keymap.of([...defaultKeymap.filter(({ key }) => key !== 'Mod-Enter'), ...historyKeymap]),
          json(),
          linter((editorView) => lint(editorView), { delay: 200 }),
          editorTheme,
          EditorView.contentAttributes.of({ 'aria-label': label, ...(readOnly && { tabindex: '0' }) }),
          EditorState.readOnly.of(readOnly),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) applyText(update.state.doc.toString())
          }),
        ],
      }),
    })
    view.current = editor
    return () => {
      editor.destroy()
      current.current.onValidity(true)
    }
  }, [])
  const applyText = (text: string) => {
    try {
      const parsed = parseExact(text)
      current.current.text = textOf(parsed)
      reported.report(current.current.text)
      setProblem(null)
      current.current.onValidity(true)
      current.current.onChange(parsed)
    } catch (error) {
      setProblem((error as Error).message)
      current.current.onValidity(false)
    }
  }
  useEffect(() => {
    const text = textOf(value)
    if (reported.take(text) || text === current.current.text) return
    current.current.text = text
    const editorView = view.current!
    editorView.dispatch({ changes: { from: 0, to: editorView.state.doc.length, insert: text } })
  }, [value, reported])
  return (
    <div>
      <div ref={host} className="max-h-96 overflow-auto rounded-md border border-line-strong bg-surface" />
      {problem && (
        <p role="alert" className="mt-1 text-small text-bad">
          {problem}
        </p>
      )}
    </div>
  )
}
