import { useState } from 'react'
import { Button, buttonStyle, Dialog, Field, SelectField, Switch } from '../design/index.ts'
import { Download } from '../icons/index.ts'

interface Props {
  readonly title: string
  /** The exported rows with their number, for example "12 requests". */
  readonly rows: string
  /** Name of the file, without its extension. */
  readonly file: string
  /** All formats if absent. */
  readonly formats?: readonly Format[]
  /** How the rows are sorted, for the description. */
  readonly order?: string
  readonly addressOf: (format: Format, hasContent: boolean) => string
  /** The checkbox that includes content; absent if rows have no content. */
  readonly content?: { readonly label: string; readonly hint: string }
  readonly onClose: () => void
}

const formatNames = { jsonl: 'JSON lines', csv: 'CSV', parquet: 'Parquet' } as const
type Format = keyof typeof formatNames
const everyFormat = Object.keys(formatNames) as Format[]

/**
 * Downloads all results of the search. The button is a plain link, so that a file of any size goes directly
 * to the disk.
 */
export function ExportDialog({
  title,
  rows,
  file,
  formats = everyFormat,
  order = 'sorted by start time',
  addressOf,
  content,
  onClose,
}: Props) {
  const [format, setFormat] = useState<Format>('jsonl')
  const [hasContent, setContent] = useState(false)
  return (
    <Dialog
      onClose={onClose}
      title={title}
      description={`${rows} that match this search now, ${order}.`}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <a
            href={addressOf(format, hasContent)}
            download={`${file}.${format}`}
            onClick={onClose}
            className={buttonStyle({ kind: 'primary' })}
          >
            <Download />
            Download
          </a>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <SelectField
          label="Format"
          value={format}
          onChange={setFormat}
          choices={formats.map((value) => ({ value, label: formatNames[value] }))}
        />
        {content && (
          <Field label={content.label} hint={content.hint}>
            {({ id }) => <Switch id={id} checked={hasContent} onChange={setContent} />}
          </Field>
        )}
      </div>
    </Dialog>
  )
}
