import { useState } from 'react'
import { classNames, counted } from '../../design/index.ts'
import { Upload } from '../../icons/index.ts'

interface Props {
  readonly file: { readonly name: string } | null | undefined
  /** Rows of the file, once it is read. */
  readonly rows?: number | undefined
  readonly onFile: (file: File | undefined) => void
}

/** Chooses a file, or takes a dropped one. */
export function FileChoice({ file, rows, onFile }: Props) {
  const [isOver, setOver] = useState(false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: for dropped files only; the button inside does the same from the keyboard.
    <div
      className={classNames(
        'flex flex-wrap items-center gap-3 rounded-lg border border-dashed border-line-strong px-4 py-3',
        isOver && 'border-accent bg-accent-soft',
      )}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        onFile(event.dataTransfer.files[0])
      }}
    >
      <Upload className="size-4 text-ink-faint" aria-hidden />
      <span className="min-w-0 flex-1 basis-48 truncate">
        {file
          ? `${file.name}${rows === undefined ? '' : `: ${counted(rows, 'row')}`}`
          : 'Drop a CSV, Excel, JSON or JSONL file here'}
      </span>
      <label className="inline-flex h-7 cursor-default items-center rounded-md border border-line-strong bg-surface px-2.5 font-medium hover:bg-sunken has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-accent">
        {file ? 'Choose another' : 'Choose a file'}
        <input
          type="file"
          accept=".csv,.xlsx,.json,.jsonl,.ndjson"
          className="sr-only"
          onChange={({ target }) => {
            onFile(target.files?.[0])
            // Otherwise the browser would not report the choice of the same file again.
            target.value = ''
          }}
        />
      </label>
    </div>
  )
}
