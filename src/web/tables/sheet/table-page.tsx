import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import { call, invalidate, useMay } from '../../api/index.ts'
import { classNames, Empty, IconButton, SkeletonRows } from '../../design/index.ts'
import { useChange } from '../../dialogs/values.ts'
import { Plus } from '../../icons/index.ts'
import { sheetsQuery, tableQuery } from '../../sheets/queries.ts'
import { lazyScreen, Page, PageProblem } from '../../shell/index.ts'
import { Sheet } from './sheet.tsx'

const SheetMenu = lazyScreen(() => import('./sheet-menu.tsx'), 'SheetMenu')

export function TablePage() {
  const { tableId } = useParams({ from: '/tables/$tableId' })
  const search = useSearch({ from: '/tables/$tableId' })
  const navigate = useNavigate({ from: '/tables/$tableId' })
  const mayChange = useMay('contributor')
  const table = useQuery(tableQuery(tableId))
  const sheets = useQuery(sheetsQuery(tableId))
  const add = useChange(() => call('createSheet', { params: { table_id: tableId }, body: {} }), {
    onSuccess: async ({ sheet }) => {
      await invalidate('tables')
      void navigate({ search: { sheet: sheet.id } })
    },
  })
  const chosen = sheets.data?.data.find(({ id }) => id === search.sheet) ?? sheets.data?.data[0]
  const problem = table.error ?? sheets.error
  const title = table.data?.table.title ?? ''
  const tabs = sheets.data && (
    <nav aria-label="Sheets" className="flex h-9 shrink-0 items-center gap-1 border-t bg-sunken px-2">
      {sheets.data.data.map((sheet) => (
        <Link
          key={sheet.id}
          from="/tables/$tableId"
          search={{ sheet: sheet.id }}
          aria-current={sheet.id === chosen?.id ? 'page' : undefined}
          className={classNames(
            'flex h-6 items-center rounded-md px-2 text-ink-soft hover:bg-raised',
            sheet.id === chosen?.id && 'bg-raised font-medium text-ink',
          )}
        >
          {sheet.title}
        </Link>
      ))}
      {mayChange && chosen && (
        <Suspense>
          <SheetMenu key={chosen.id} table={tableId} sheet={chosen} count={sheets.data.data.length} />
        </Suspense>
      )}
      {mayChange && (
        <IconButton label="Add a sheet" onClick={() => add.mutate()}>
          <Plus />
        </IconButton>
      )}
    </nav>
  )
  const above = (
    <>
      <Link to="/tables" className="hover:underline">
        Tables
      </Link>{' '}
      /
    </>
  )
  if (chosen)
    return (
      <Sheet
        key={chosen.id}
        params={{ table_id: tableId, sheet_id: chosen.id }}
        versionCount={chosen.version_count}
        title={title}
        above={above}
        tabs={tabs}
      />
    )
  return (
    <Page title={title} above={above}>
      {problem && (
        <PageProblem
          error={problem}
          onRetry={() => void Promise.all([table.refetch(), sheets.refetch()])}
          back={{ to: '/tables', name: 'tables' }}
        />
      )}
      {!problem && !sheets.data && <SkeletonRows height="h-8" />}
      {sheets.data && <Empty title="No sheets in this table">{tabs}</Empty>}
    </Page>
  )
}
