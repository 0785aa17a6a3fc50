import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'

const isText = ({ type }: File) => type.startsWith('text/') || type === 'application/json'

/** Passes on pasted and dropped files. Dropped text files are left to the editor, which inserts their text. */
export function fileHandlers(onFiles: (files: readonly File[]) => void): Extension {
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
