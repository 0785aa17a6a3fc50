import { Compartment, EditorState, type Extension } from '@codemirror/state'
import { EditorView, placeholder } from '@codemirror/view'
import { useMemo, useRef, useState } from 'react'
import type { TemplateFormat } from '../../../engine/template/blueprint/index.ts'
import { loadPart } from '../../design/index.ts'
import type { CompletionNames } from './complete-variable.ts'
import { marksOf } from './marks.ts'
import { snippetPreview } from './snippet-preview.ts'
import { useEditor } from './use-editor.ts'

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
  const current = useRef({ names, format, onFiles })
  current.current = { names, format, onFiles }
  const [typingCompartment] = useState(() => new Compartment())
  const host = useEditor({
    value,
    onChange,
    extensions: [
      typingCompartment.of(loadOnFocus(typingCompartment, () => current.current)),
      fileHandlers((files) => current.current.onFiles(files)),
      snippetPreview,
      placeholder('Write the message. {variable} inserts a variable, @@@name@@@ a snippet.'),
      EditorView.contentAttributes.of({ spellcheck: 'true', class: 'min-h-13!' }),
    ],
    changing: [
      useMemo(() => EditorView.contentAttributes.of({ 'aria-label': label }), [label]),
      useMemo(() => marksOf(format), [format]),
      useMemo(() => readOnlyOf(readOnly), [readOnly]),
    ],
  })
  return <div ref={host} />
}

/**
 * Loads the extensions for typing on focus or hover: 33 KB that reading does not need. If they cannot be fetched, typing
 * works without them.
 */
const loadOnFocus = (compartment: Compartment, current: () => CompletionNames): Extension => {
  const load = (_event: Event, view: EditorView) => {
    loadPart(() => import('./typing-extensions.ts')).then(
      ({ typingExtensions }) =>
        view.dispatch({ effects: compartment.reconfigure(typingExtensions(current)) }),
      () => {},
    )
  }
  return EditorView.domEventHandlers({ focus: load, pointerenter: load })
}

const readOnlyOf = (isReadOnly: boolean): Extension => [
  EditorState.readOnly.of(isReadOnly),
  EditorView.editable.of(!isReadOnly),
  isReadOnly ? EditorView.contentAttributes.of({ tabindex: '0' }) : [],
]

const isText = ({ type }: File) => type.startsWith('text/') || type === 'application/json'

/** Passes on pasted and dropped files. Dropped text files are left to the editor, which inserts their text. */
function fileHandlers(onFiles: (files: readonly File[]) => void): Extension {
  const handle = (view: EditorView, files: readonly File[]) => {
    if (files.length === 0 || view.state.readOnly) return false
    onFiles(files)
    return true
  }
  return EditorView.domEventHandlers({
    paste: ({ clipboardData }, view) =>
      // Copied cells of a spreadsheet are a text and a picture; the editor inserts the text.
      !clipboardData?.types.includes('text/plain') && handle(view, [...(clipboardData?.files ?? [])]),
    drop: ({ dataTransfer }, view) => {
      const files = [...(dataTransfer?.files ?? [])]
      return !files.every(isText) && handle(view, files)
    },
  })
}
