import { Download } from 'lucide-react'
import { useState } from 'react'
import { addressOfCall } from '../api/index.ts'
import { Button, buttonLook, Dialog, Field, Select, Switch } from '../design/index.ts'
import { type Search, searchOf } from './filter/filters.ts'

interface Props {
  readonly search: Search
  /** How many requests there are: "1,204", "10,000+". */
  /** How many, in words. */
  readonly what: string
  readonly onClose: () => void
}

const formats = { jsonl: 'JSON lines', csv: 'CSV', parquet: 'Parquet' } as const
type Format = keyof typeof formats

/** Downloads all results of the search; a plain link, so that any size goes directly to the disk. */
export function ExportDialog({ search, what, onClose }: Props) {
  const [format, setFormat] = useState<Format>('jsonl')
  const [hasContent, setContent] = useState(false)
  const { q, filter_group } = searchOf(search, Date.now())
  const isRising = search.rising === true && search.sortBy === undefined
  const address = addressOfCall('downloadRequests', {
    query: {
      format,
      include_content: hasContent,
      sort_order: isRising ? 'asc' : 'desc',
      ...(q && { q }),
      ...(filter_group && { filter_group: JSON.stringify(filter_group) }),
    },
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Export requests"
      description={`${what}, as this search finds them now, by their start.`}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <a
            href={address}
            download={`requests.${format}`}
            onClick={onClose}
            className={buttonLook({ kind: 'primary' })}
          >
            <Download />
            Download
          </a>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <Field label="Format">
          {({ id }) => (
            <Select
              id={id}
              value={format}
              className="w-full"
              onChange={setFormat}
              choices={Object.entries(formats).map(([value, label]) => ({ value: value as Format, label }))}
            />
          )}
        </Field>
        <Field
          label="With messages and variables"
          hint="Without them, a row has the numbers and what is said about a request."
        >
          {({ id }) => <Switch id={id} checked={hasContent} onChange={setContent} />}
        </Field>
      </div>
    </Dialog>
  )
}
