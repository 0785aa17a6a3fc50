import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { type Answer, call, pagesOf, useMay } from '../../api/index.ts'
import { Button, Empty, ListTable, ShowMore, Time } from '../../design/index.ts'
import { FolderedList } from '../../folders/index.ts'
import { Plus } from '../../icons/index.ts'
import { lazyScreen } from '../../shell/index.ts'
import { type Start, startNames, starts } from './starts.ts'
import { LastRun, Score } from './table-figures.tsx'
import { TableMenu } from './table-menu.tsx'
import { useOverviews } from './use-overviews.ts'

const NewTable = lazyScreen(() => import('./new-table.tsx'), 'NewTable')

type Table = Answer<'listTables'>['data'][number]

const perPage = 100

export function TableList() {
  const { find, folder, prompt } = useSearch({ from: '/tables' })
  const navigate = useNavigate({ from: '/tables' })
  const [creating, setCreating] = useState<Start | null>(null)
  const mayChange = useMay('contributor')
  const list = useInfiniteQuery(
    pagesOf(['tables', 'list', find, folder], (from, signal) =>
      call('listTables', { query: { name: find, folder_id: folder, limit: perPage, ...from }, signal }),
    ),
  )
  const tables = list.data?.pages.flatMap((page) => page.data)
  return (
    <>
      <FolderedList
        title="Tables"
        search={{ find, folder }}
        list={list}
        total={list.data?.pages[0]?.total}
        actions={
          mayChange && (
            <Button kind="primary" onClick={() => setCreating('blank')}>
              <Plus />
              New table
            </Button>
          )
        }
        empty={
          <Empty title="No tables yet" action={mayChange && <Starts onStart={setCreating} />}>
            The rows of a table are cases, and its columns process them: prompts answer the cases, checks
            judge the answers, and a score summarises the checks.
          </Empty>
        }
      >
        {tables && <Tables tables={tables} mayChange={mayChange} />}
        <ShowMore list={list} className="m-3 self-center" />
      </FolderedList>
      <Suspense>
        {creating && <NewTable start={creating} folder={folder} onClose={() => setCreating(null)} />}
        {prompt !== undefined && mayChange && (
          <NewTable
            start="prompt"
            prompt={prompt}
            folder={folder}
            onClose={() => void navigate({ search: { find, folder }, replace: true })}
          />
        )}
      </Suspense>
    </>
  )
}

function Tables({ tables, mayChange }: { tables: readonly Table[]; mayChange: boolean }) {
  const overviews = useOverviews(tables)
  return (
    <ListTable
      rows={tables}
      keyOf={({ id }) => id}
      columns={[
        {
          head: 'Name',
          cell: ({ id, title }) => (
            <Link to="/tables/$tableId" params={{ tableId: id }} className="font-medium hover:underline">
              <bdi>{title}</bdi>
            </Link>
          ),
        },
        {
          head: 'Sheets',
          width: 'w-16',
          isNumber: true,
          isMinor: true,
          cell: ({ sheet_count }) => sheet_count,
        },
        {
          head: 'Rows',
          width: 'w-20',
          isNumber: true,
          isMinor: true,
          cell: ({ id }) => overviews.get(id)?.row_count.toLocaleString('en'),
        },
        {
          head: 'Last run',
          width: 'w-52',
          isMinor: true,
          cell: ({ id }) => overviews.has(id) && <LastRun run={overviews.get(id)!.run} />,
        },
        {
          head: 'Score',
          width: 'w-44',
          isNumber: true,
          cell: ({ id }) => overviews.has(id) && <Score score={overviews.get(id)!.score} />,
        },
        {
          head: 'Updated',
          width: 'w-28',
          isMinor: true,
          cell: ({ id, updated_at }) => <Time at={overviews.get(id)?.updated_at ?? updated_at} />,
        },
      ]}
      menu={(table) => mayChange && <TableMenu table={table} />}
    />
  )
}

/** The ways to start, shown while there are no tables. */
const Starts = ({ onStart }: { onStart: (start: Start) => void }) => (
  <ul aria-label="Ways to begin" className="grid w-full max-w-3xl grid-cols-1 gap-3 text-left sm:grid-cols-2">
    {startNames.map((start) => {
      const { name, about, Icon } = starts[start]
      return (
        <li key={start}>
          <button
            type="button"
            onClick={() => onStart(start)}
            className="flex h-full w-full items-start gap-3 rounded-lg border bg-surface p-4 text-left hover:border-line-strong hover:bg-sunken"
          >
            <Icon className="mt-0.5 size-4 shrink-0 text-accent-ink" aria-hidden />
            <span className="flex flex-col">
              <span className="font-medium">{name}</span>
              <span className="text-small text-ink-soft">{about}</span>
            </span>
          </button>
        </li>
      )
    })}
  </ul>
)
