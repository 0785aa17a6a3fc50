import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Answer, call, useMay } from '../api/index.ts'
import { Button, CopyButton, counted, FormRow, Segmented, SwitchRow, Time } from '../design/index.ts'
import { useChange } from '../dialogs/values.ts'
import { Section } from './section.tsx'

type LogExport = NonNullable<Answer<'readLogExport'>['log_export']>

/** The scheduled export of the request log to object storage. */
export function LogExportSettings() {
  const { data, error, refetch } = useQuery({
    queryKey: ['log-export'],
    queryFn: () => call('readLogExport'),
    refetchInterval: 10_000,
  })
  const isAdmin = useMay('admin')
  return (
    <Section
      title="Log export"
      changedBy="admin"
      about="Writes all requests of the workspace to the object storage of this server, for a data warehouse or another tool to read."
      query={{ data, error, refetch }}
    >
      {data && (
        <>
          <FormRow
            title="Schedule"
            help="Each hour or day of UTC is written five minutes after it, in folders such as date=2026-11-28/hour=02."
          >
            {isAdmin ? (
              <Editor key={keyOf(data.log_export)} current={data.log_export} />
            ) : (
              <p>{data.log_export ? intervals[data.log_export.every] : intervals.off}</p>
            )}
          </FormRow>
          {data.log_export && (
            <FormRow
              title="Progress"
              help="Retention and deletions do not reach exported objects. Set a retention rule for the bucket too."
            >
              <Progress {...data.log_export} />
            </FormRow>
          )}
        </>
      )}
    </Section>
  )
}

const intervals = { off: 'Off', hour: 'Every hour', day: 'Every day' } as const

/** The key of the editor. It resets the editor when another person has changed the export. */
const keyOf = (current: LogExport | null): string =>
  JSON.stringify(current && [current.every, current.format, current.include_content])

function Editor({ current }: { current: LogExport | null }) {
  const [every, setEvery] = useState<keyof typeof intervals>(current?.every ?? 'off')
  const [format, setFormat] = useState<LogExport['format']>(current?.format ?? 'jsonl')
  const [withContent, setWithContent] = useState(current?.include_content ?? false)
  const isChanged =
    every !== (current?.every ?? 'off') ||
    (current !== null && (format !== current.format || withContent !== current.include_content))
  const save = useChange(
    () =>
      call('changeLogExport', {
        body: { log_export: every === 'off' ? null : { every, format, include_content: withContent } },
      }),
    { keys: ['log-export'], done: 'Log export saved' },
  )
  return (
    <>
      <Segmented
        label="How often"
        value={every}
        choices={(['off', 'hour', 'day'] as const).map((value) => ({ value, label: intervals[value] }))}
        onChange={setEvery}
        className="self-start"
      />
      {every !== 'off' && (
        <>
          <Segmented
            label="Format"
            value={format}
            choices={[
              { value: 'jsonl', label: 'JSON lines, compressed' },
              { value: 'parquet', label: 'Parquet' },
            ]}
            onChange={setFormat}
            className="self-start"
          />
          <SwitchRow label="Messages and input variables" checked={withContent} onChange={setWithContent} />
        </>
      )}
      <Button
        kind="primary"
        className="self-start"
        disabled={!isChanged}
        isBusy={save.isPending}
        onClick={() => save.mutate()}
      >
        Save
      </Button>
    </>
  )
}

const Progress = ({ folder, exported_until, next_at, requests, objects, problem }: LogExport) => (
  <>
    {problem && (
      <p role="alert" className="text-small text-bad">
        {problem}
      </p>
    )}
    {exported_until ? (
      <p>
        Exported until <Time at={exported_until} />: {counted(requests, 'request')} in{' '}
        {counted(objects, 'object')}.
      </p>
    ) : (
      <p>There is no export yet.</p>
    )}
    <p className="text-ink-soft">
      Next: <Time at={next_at} />
    </p>
    {folder && (
      <p className="flex items-center gap-2">
        <code className="break-all">{folder}</code>
        <CopyButton name="folder" text={folder} />
      </p>
    )}
  </>
)
