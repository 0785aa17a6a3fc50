import { useId, useRef } from 'react'
import { Button, IconButton, TextArea } from '../design/index.ts'
import { Paperclip, X } from '../icons/index.ts'
import { blockOf } from './file-block.ts'
import { entriesOf, entryOf, fileIn, writtenEntries } from './media-entries.ts'
import { problemOf, textOf, type WrittenValue, withText } from './written-value.ts'

interface Props {
  readonly name: string
  readonly written: WrittenValue | undefined
  readonly onChange: (written: WrittenValue) => void
}

/** The value of a media variable: files of this computer, or an address. */
export function MediaValue({ name, written, onChange }: Props) {
  const id = useId()
  const picker = useRef<HTMLInputElement>(null)
  const latest = useRef(written)
  latest.current = written
  const entries = entriesOf(written)
  const hasFile = entries.some((entry) => fileIn(entry) !== null)
  const problem = problemOf(written)
  const add = async (files: readonly File[]) => {
    const blocks = await Promise.all(files.map(blockOf))
    const added = blocks.filter((block) => block !== null).map(entryOf)
    if (added.length > 0) onChange(writtenEntries([...entriesOf(latest.current), ...added]))
  }
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <div className="flex h-5 items-center gap-2">
        <label
          htmlFor={hasFile ? undefined : id}
          className="min-w-0 truncate font-mono text-small text-variable"
          title={name}
        >
          <bdi>{name}</bdi>
        </label>
        <Button
          kind="quiet"
          size="small"
          className="ml-auto h-5 gap-1 px-1 text-tiny"
          aria-label={`Choose files for ${name}`}
          onClick={() => picker.current?.click()}
        >
          <Paperclip />
          Files
        </Button>
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          aria-label={`Files for ${name}`}
          onChange={({ target }) => {
            const files = [...(target.files ?? [])]
            target.value = ''
            void add(files)
          }}
        />
      </div>
      {hasFile ? (
        <ul id={id} aria-label={`Files in ${name}`} className="flex flex-col gap-1">
          {entries.map((entry, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: entries have no ids, and two may be equal.
            <li key={index} className="flex items-center gap-2 rounded-md border bg-surface p-1">
              <Entry entry={entry} />
              <IconButton
                label={`Remove file ${index + 1} of ${name}`}
                className="ml-auto"
                onClick={() => onChange(writtenEntries(entries.toSpliced(index, 1)))}
              >
                <X />
              </IconButton>
            </li>
          ))}
        </ul>
      ) : (
        <TextArea
          id={id}
          aria-describedby={`${id}-problem`}
          aria-invalid={problem !== null}
          rows={1}
          placeholder="Choose files, or enter an address"
          spellCheck={false}
          className="field-sizing-content max-h-40 min-h-7 py-1"
          value={textOf(written)}
          onChange={({ target }) => onChange(withText(written, target.value))}
        />
      )}
      <p id={`${id}-problem`} className="text-small text-bad empty:hidden">
        {problem}
      </p>
    </div>
  )
}

function Entry({ entry }: { readonly entry: unknown }) {
  const file = fileIn(entry)
  const text = file?.name ?? (typeof entry === 'string' ? entry : JSON.stringify(entry))
  return (
    <>
      {file?.url.startsWith('data:image/') && (
        <img src={file.url} alt="" className="size-8 shrink-0 rounded-sm object-cover" />
      )}
      <bdi className="min-w-0 truncate text-small">{text}</bdi>
    </>
  )
}
