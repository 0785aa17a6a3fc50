import { Compartment, EditorState, type Extension } from '@codemirror/state'
import { EditorView, placeholder } from '@codemirror/view'
import { useEffect, useRef } from 'react'
import type { TemplateFormat } from '../../../engine/template/blueprint/index.ts'
import { loadPart } from '../../api/index.ts'
import type { Offered } from './complete-variable.ts'
import { Echoes } from './echoes.ts'
import { fileHandlers } from './file-handlers.ts'
import { marksOf } from './marks.ts'
import { snippetPreview } from './snippet-preview.ts'
import { editorTheme } from './theme.ts'

interface Props {
  readonly label: string
  readonly value: string
  readonly format: TemplateFormat
  /** Names that are suggested after `{`. */
  readonly names: readonly string[]
  readonly readOnly: boolean
  readonly onChange: (value: string) => void
  /** Called with pasted and dropped files. */
  readonly onFiles: (files: readonly File[]) => void
}

/** Edits one text block. */
export function TextEditor({ label, value, format, names, readOnly, onChange, onFiles }: Props) {
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const echoes = useRef(new Echoes()).current
  const current = useRef({ names, format, onChange, onFiles })
  current.current = { names, format, onChange, onFiles }
  const [switches] = useRef([
    {
      format: new Compartment(),
      label: new Compartment(),
      readOnly: new Compartment(),
      writing: new Compartment(),
    },
  ]).current
  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor is created once; the effects below apply later changes.
  useEffect(() => {
    const editor = new EditorView({
      parent: host.current!,
      state: EditorState.create({
        doc: value,
        extensions: [
          switches!.writing.of(unprepared(switches!.writing, () => current.current)),
          fileHandlers((files) => current.current.onFiles(files)),
          editorTheme,
          snippetPreview,
          placeholder('Write the message. {variable} inserts a variable, @@@name@@@ a snippet.'),
          EditorView.contentAttributes.of({ spellcheck: 'true', class: 'min-h-13!' }),
          switches!.label.of(labelOf(label)),
          switches!.format.of(marksOf(format)),
          switches!.readOnly.of(readOnlyOf(readOnly)),
          EditorView.updateListener.of((update) => {
            if (!update.docChanged) return
            const text = update.state.doc.toString()
            echoes.report(text)
            current.current.onChange(text)
          }),
        ],
      }),
    })
    view.current = editor
    return () => editor.destroy()
  }, [])
  useEffect(() => {
    const editorView = view.current!
    const text = editorView.state.doc.toString()
    if (!echoes.has(value) && text !== value)
      editorView.dispatch({ changes: { from: 0, to: text.length, insert: value } })
  }, [value, echoes])
  useEffect(() => {
    view.current!.dispatch({ effects: switches!.format.reconfigure(marksOf(format)) })
  }, [format, switches])
  useEffect(() => {
    view.current!.dispatch({ effects: switches!.label.reconfigure(labelOf(label)) })
  }, [label, switches])
  useEffect(() => {
    view.current!.dispatch({ effects: switches!.readOnly.reconfigure(readOnlyOf(readOnly)) })
  }, [readOnly, switches])
  return <div ref={host} />
}

/**
 * Extensions for typing are loaded on focus or hover: 33 KB that reading does not need. Typing works without
 * them, also if they cannot be fetched.
 */
const unprepared = (switched: Compartment, now: () => Offered): Extension => {
  const prepare = (_event: Event, view: EditorView) => {
    loadPart(() => import('./writing.ts')).then(
      ({ writing }) => view.dispatch({ effects: switched.reconfigure(writing(now)) }),
      () => {},
    )
  }
  return EditorView.domEventHandlers({ focus: prepare, pointerenter: prepare })
}

const labelOf = (label: string): Extension => EditorView.contentAttributes.of({ 'aria-label': label })

const readOnlyOf = (isReadOnly: boolean): Extension => [
  EditorState.readOnly.of(isReadOnly),
  EditorView.editable.of(!isReadOnly),
  isReadOnly ? EditorView.contentAttributes.of({ tabindex: '0' }) : [],
]
