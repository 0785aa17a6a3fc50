import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type Answer, queryOf } from '../api/index.ts'
import { Button, CopyButton, counted, sizeText, Time } from '../design/index.ts'
import { RefreshCw } from '../icons/index.ts'
import { Section } from './section.tsx'

type Figures = Answer<'readStorage'>['storage']
type Part = Figures['parts'][number]

const names: Readonly<
  Record<Part['name'], { readonly title: string; readonly unit: readonly [one: string, many: string] | null }>
> = {
  requests: { title: 'Requests', unit: ['request', 'requests'] },
  payloads: { title: 'Bodies of requests', unit: ['body', 'bodies'] },
  search_index: { title: 'Search index', unit: ['facet', 'facets'] },
  traces: { title: 'Traces', unit: ['span', 'spans'] },
  sheets: { title: 'Tables and their sheets', unit: ['cell', 'cells'] },
  other: { title: 'Prompts and everything else', unit: null },
}

export function Storage() {
  const { data, error, refetch, isFetching } = useQuery(queryOf(['storage'], 'readStorage'))
  return (
    <Section
      title="Storage"
      about="The storage that all workspaces of this server use, and the free space."
      query={{ data, error, refetch }}
      action={
        <Button disabled={isFetching} onClick={() => void refetch()}>
          <RefreshCw />
          Measure again
        </Button>
      }
    >
      {data && <FiguresView figures={data.storage} />}
    </Section>
  )
}

function Bodies({
  bodies: { bucket, objects, bodies, size_bytes, direction, problem },
}: {
  bodies: NonNullable<Figures['bodies']>
}) {
  const count = `${bodies.toLocaleString('en')} ${bodies === 1 ? 'body' : 'bodies'} in ${counted(objects, 'object')}`
  return (
    <Figure
      name={`Object storage${bucket ? ` (${bucket})` : ''}`}
      value={sizeText(size_bytes)}
      about={
        <>
          {direction === 'back' ? `${count}, moving back` : count}
          {problem && <span className="block text-bad">{problem}</span>}
        </>
      }
    />
  )
}

const copyStates: Readonly<Record<NonNullable<Figures['log_copy']>['state'], string>> = {
  off: 'ended',
  changes: 'only new entries are copied (galley log backfill copies the others)',
  backfill: 'older entries are being copied',
  complete: 'all',
}

function LogCopy({
  copy: { state, read_from, size_bytes, traces, ...requests },
}: {
  copy: NonNullable<Figures['log_copy']>
}) {
  const problem = requests.problem ?? traces.problem
  const pending = requests.pending + traces.pending
  const notes = problem
    ? [problem.replace(/\.$/, '')]
    : [
        `requests: ${copyStates[state]}`,
        `traces: ${copyStates[traces.state]}${traces.read_from === read_from ? '' : ', not searched'}`,
      ]
  if (pending > 0)
    notes.push(`≈ ${counted(pending, 'change')} ${pending === 1 ? 'is' : 'are'} not copied yet`)
  return (
    <Figure
      name={`Log in ClickHouse (${read_from === 'clickhouse' ? 'searched' : 'not searched'})`}
      value={size_bytes === null ? 'unknown' : sizeText(size_bytes)}
      about={notes.join(' · ')}
    />
  )
}

function FiguresView({ figures }: { figures: Figures }) {
  const { size_bytes, parts, disk, data_folder, version, engine, last_backup, measured_at } = figures
  const { bodies, log_copy } = figures
  const largest = parts.toSorted((a, b) => (b.size_bytes ?? 0) - (a.size_bytes ?? 0))
  return (
    <>
      <dl className="flex flex-wrap gap-px overflow-hidden rounded-lg border bg-line">
        <Figure name="Database" value={sizeText(size_bytes)} about={version} />
        <Figure
          name="Free on the disk"
          value={disk ? sizeText(disk.free_bytes) : 'unknown'}
          about={disk ? `of ${sizeText(disk.size_bytes)}` : 'The folder cannot be measured.'}
        />
        <Figure
          name="Requests"
          value={rowsText(parts.find(({ name }) => name === 'requests')!)}
          about={
            <Link to="/settings/retention" className="text-accent-ink hover:underline">
              How long they are kept
            </Link>
          }
        />
        {bodies && <Bodies bodies={bodies} />}
        {log_copy && <LogCopy copy={log_copy} />}
        {engine === 'sqlite' && (
          <Figure
            name="Last backup"
            value={last_backup ? <Time at={last_backup.at} /> : 'none known'}
            about={
              last_backup ? sizeText(last_backup.size_bytes) : 'galley backup makes one while Galley runs.'
            }
          />
        )}
      </dl>
      <div className="overflow-hidden rounded-lg border bg-surface">
        <table aria-label="Parts of the database" className="w-full table-fixed text-left tabular-nums">
          <thead className="text-small text-ink-faint">
            <tr className="h-8">
              <th scope="col" className="px-3 font-medium">
                Part
              </th>
              <th scope="col" className="w-28 px-3 text-right font-medium sm:w-48">
                Rows
              </th>
              <th scope="col" className="w-24 px-3 text-right font-medium sm:w-28">
                Size
              </th>
              <td className="w-40 max-sm:hidden" />
            </tr>
          </thead>
          <tbody>
            {largest.map((part) => (
              <tr key={part.name} className="h-9 border-t">
                <th scope="row" className="px-3 font-normal">
                  {names[part.name].title}
                </th>
                <td className="px-3 text-right text-ink-soft">{rowsWithUnit(part)}</td>
                <td className="px-3 text-right">
                  {part.size_bytes === null
                    ? 'not measured'
                    : `${part.is_estimate ? '≈ ' : ''}${sizeText(part.size_bytes)}`}
                </td>
                <td className="px-3 max-sm:hidden" aria-hidden>
                  <Bar share={(part.size_bytes ?? 0) / Math.max(1, size_bytes)} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="text-small text-ink-soft">
        Sizes include indexes. ≈ means estimated from a sample, because measuring would take too long.
        Measured <Time at={measured_at} />.
      </p>
      <div className="flex flex-col gap-1 rounded-lg border bg-surface p-4">
        <h3 className="flex items-center gap-1 font-medium">
          Data folder <CopyButton name="path" text={data_folder} />
        </h3>
        <code className="text-small break-all">
          <bdi>{data_folder}</bdi>
        </code>
        <p className="text-small text-ink-soft">
          {engine === 'sqlite'
            ? 'The database and the key that seals secrets are in it.'
            : 'The database is on PostgreSQL. The key that seals secrets and the sandbox are in this folder.'}{' '}
          Galley makes no backups by itself:{' '}
          {engine === 'sqlite' ? (
            <>
              <code>galley backup</code> makes one while it runs.
            </>
          ) : (
            'use those of PostgreSQL.'
          )}{' '}
          Store a copy of the key in another place.
        </p>
      </div>
    </>
  )
}

const rowsText = ({ rows, is_estimate }: Part): string =>
  rows === null ? 'not counted' : `${is_estimate ? '≈ ' : ''}${rows.toLocaleString('en')}`

function rowsWithUnit(part: Part): string {
  const { unit } = names[part.name]
  return unit ? `${rowsText(part)} ${unit[part.rows === 1 ? 0 : 1]}` : ''
}

const Figure = ({ name, value, about }: { name: string; value: ReactNode; about: ReactNode }) => (
  <div className="flex flex-1 basis-40 flex-col bg-surface px-4 py-3">
    <dt className="text-small text-ink-soft">{name}</dt>
    <dd className="text-[20px] leading-7 font-semibold tabular-nums">{value}</dd>
    <dd className="text-small text-ink-faint">{about}</dd>
  </div>
)

/** A decorative bar; the figure beside it says the same. */
const Bar = ({ share }: { share: number }) => (
  <svg
    aria-hidden
    viewBox="0 0 100 6"
    preserveAspectRatio="none"
    className="h-1.5 w-full rounded-full bg-raised"
  >
    <rect width={Math.max(share > 0 ? 1 : 0, share * 100)} height="6" className="fill-accent" />
  </svg>
)
