import { Compartment, EditorState, type Extension } from '@codemirror/state'
import { EditorView, placeholder } from '@codemirror/view'
import { useMemo, useRef, useState } from 'react'
import type { TemplateFormat } from '../../../engine/template/blueprint/index.ts'
import { loadPart } from '../../api/index.ts'
import type { Offered } from './complete-variable.ts'
import { fileHandlers } from './file-handlers.ts'
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
  const [writingPart] = useState(() => new Compartment())
  const host = useEditor({
    value,
    onChange,
    extensions: [
      writingPart.of(unprepared(writingPart, () => current.current)),
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

const readOnlyOf = (isReadOnly: boolean): Extension => [
  EditorState.readOnly.of(isReadOnly),
  EditorView.editable.of(!isReadOnly),
  isReadOnly ? EditorView.contentAttributes.of({ tabindex: '0' }) : [],
]
