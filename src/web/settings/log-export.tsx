import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type Answer, call, invalidate, useMay } from '../api/index.ts'
import { Badge, CopyButton, FormRow, Segmented, SwitchRow, Time, toastProblem } from '../design/index.ts'
import { AskToLeave } from '../dialogs/forms.ts'
import { useFormChange } from '../dialogs/index.ts'
import { ChangedMeanwhile } from './changed-meanwhile.tsx'
import { SaveBar, Section } from './section.tsx'
import { useSettingsDraft } from './use-settings-draft.ts'

type Stored = Answer<'readLogExport'>
type LogExport = NonNullable<Stored['log_export']>

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
          {!data.has_storage && <NoStorage />}
          {isAdmin ? (
            <Editor stored={data} />
          ) : (
            <FormRow title="Schedule" help={scheduleHelp}>
              <p>{intervals[data.log_export?.every ?? 'off']}</p>
            </FormRow>
          )}
          {data.log_export && <Progress {...data.log_export} hasStorage={data.has_storage} />}
        </>
      )}
    </Section>
  )
}

const NoStorage = () => (
  <div className="flex flex-col gap-1 rounded-lg bg-warning-soft px-4 py-3 text-warning">
    <p className="font-medium">This server has no object storage, so nothing is exported yet.</p>
    <p className="text-small">
      Its operator sets GALLEY_S3_ENDPOINT and a bucket.{' '}
      <a href="/help/object-storage" target="_blank" rel="noreferrer" className="underline">
        How to set it up
      </a>
    </p>
  </div>
)

const scheduleHelp = 'Each hour or day of UTC is written five minutes after its end.'
const intervals = { off: 'Off', hour: 'Every hour', day: 'Every day' } as const
const formats = { jsonl: 'JSON lines', parquet: 'Parquet' } as const

const draftOf = ({ log_export: current }: Stored) => ({
  every: current?.every ?? ('off' as const),
  format: current?.format ?? ('jsonl' as const),
  include_content: current?.include_content ?? false,
})

function Editor({ stored }: { readonly stored: Stored }) {
  const client = useQueryClient()
  const { base, draft, setDraft, isChanged, begin, conflict } = useSettingsDraft(stored, draftOf)
  const { every, format, include_content } = draft
  const save = useFormChange(
    () =>
      call('changeLogExport', {
        body: {
          log_export: every === 'off' ? null : { every, format, include_content },
          base_revision: base.revision,
        },
      }),
    {
      done: 'Log export saved',
      onSuccess: (answer) => {
        client.setQueryData(['log-export'], answer)
        begin(answer)
      },
      onError: (error) => {
        toastProblem(error)
        void invalidate('log-export')
      },
    },
  )
  return (
    <>
      <ChangedMeanwhile conflict={conflict} />
      <FormRow title="Schedule" help={scheduleHelp}>
        <Segmented
          label="How often"
          value={every}
          choices={(['off', 'hour', 'day'] as const).map((value) => ({ value, label: intervals[value] }))}
          onChange={(next) => setDraft({ ...draft, every: next })}
          className="self-start"
        />
      </FormRow>
      {every !== 'off' && (
        <FormRow
          title="Files"
          help="Objects of one hour each, with at most about 16 MB of text. Each line or row is one request."
        >
          <Labelled label="Format">
            <Segmented
              label="Format"
              value={format}
              choices={(['jsonl', 'parquet'] as const).map((value) => ({ value, label: formats[value] }))}
              onChange={(next) => setDraft({ ...draft, format: next })}
              className="self-start"
            />
          </Labelled>
          <div>
            <SwitchRow
              label="Messages and input variables"
              checked={include_content}
              onChange={(next) => setDraft({ ...draft, include_content: next })}
            />
            <p className="mt-0.5 text-small text-ink-soft">
              Off: times, model, prompt, tokens, cost, tags and metadata only.
            </p>
          </div>
          <Labelled label="Folders">
            <code className="text-small break-all">date=2026-11-28/hour=02</code>
          </Labelled>
        </FormRow>
      )}
      <SaveBar
        isChanged={isChanged}
        isSaving={save.isPending}
        onSave={() => save.mutate()}
        onDiscard={() => begin(stored)}
      />
      <AskToLeave isChanged={isChanged} />
    </>
  )
}

const Labelled = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div className="flex items-center justify-between gap-3 max-sm:flex-col max-sm:items-start max-sm:gap-1">
    <span aria-hidden className="text-small font-medium">
      {label}
    </span>
    {children}
  </div>
)

type ProgressProps = LogExport & { readonly hasStorage: boolean }

const Progress = ({ hasStorage, ...log }: ProgressProps) => (
  <FormRow
    title="Progress"
    help="Retention and deletions do not reach exported objects. Set a retention rule for the bucket too."
  >
    <dl className="grid grid-cols-[8rem_minmax(0,1fr)] gap-y-2 [&_dt]:text-small [&_dt]:text-ink-soft">
      <dt>State</dt>
      <dd>
        <ExportState {...log} hasStorage={hasStorage} />
      </dd>
      <dt>Exported until</dt>
      <dd>{log.exported_until ? <Time at={log.exported_until} /> : 'There is no export yet'}</dd>
      <dt>Next export</dt>
      <dd>
        <Time at={log.next_at} />
      </dd>
      <dt>Requests</dt>
      <dd className="tabular-nums">{log.requests.toLocaleString('en')}</dd>
      <dt>Objects</dt>
      <dd className="tabular-nums">{log.objects.toLocaleString('en')}</dd>
      {log.folder && (
        <>
          <dt>Folder</dt>
          <dd className="flex items-start gap-2">
            <code className="text-small break-all">{log.folder}</code>
            <CopyButton name="folder" text={log.folder} />
          </dd>
        </>
      )}
    </dl>
    {hasStorage && log.problem && (
      <p role="alert" className="text-small text-bad">
        {log.problem}
      </p>
    )}
  </FormRow>
)

const ExportState = ({ problem, exported_until, hasStorage }: ProgressProps) =>
  !hasStorage ? (
    <Badge tone="warning">Waiting for object storage</Badge>
  ) : problem ? (
    <Badge tone="bad">Failing, repeated</Badge>
  ) : (
    <Badge tone="good">{exported_until ? 'Running' : 'Starting'}</Badge>
  )
