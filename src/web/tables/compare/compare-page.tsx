import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { buttonStyle, CopyButton, Empty, Problem, SkeletonRows } from '../../design/index.ts'
import { firstBaseline, namedBaseline, versionsQuery } from '../../sheets/index.ts'
import { columnsQuery, type SheetParams, sheetsQuery, tableQuery } from '../../sheets/queries.ts'
import { Page, PageProblem } from '../../shell/index.ts'
import { Comparison } from './comparison.tsx'
import { firstSides } from './sides.ts'

/** Compares two to four versions, sheets or columns row by row. The whole state is in the address. */
export function ComparePage() {
  const { tableId } = useParams({ from: '/tables/$tableId/compare' })
  const search = useSearch({ from: '/tables/$tableId/compare' })
  const table = useQuery(tableQuery(tableId))
  const sheets = useQuery(sheetsQuery(tableId))
  const sheet = sheets.data?.data.find(({ id }) => id === search.sheet) ?? sheets.data?.data[0]
  const problem = table.error ?? sheets.error
  const above = (
    <>
      <Link to="/tables" className="hover:underline">
        Tables
      </Link>
      {' / '}
      <Link
        to="/tables/$tableId"
        params={{ tableId }}
        search={{ sheet: sheet?.id }}
        className="hover:underline"
      >
        {table.data?.table.title}
      </Link>
      {' /'}
    </>
  )
  return (
    <Page
      title="Compare"
      above={table.data && above}
      actions={<CopyButton name="link" text={location.href} />}
    >
      {problem && (
        <PageProblem
          error={problem}
          onRetry={() => void Promise.all([table.refetch(), sheets.refetch()])}
          back={{ to: '/tables', name: 'tables' }}
        />
      )}
      {!problem && !sheets.data && <SkeletonRows />}
      {sheets.data && !sheet && <Empty title="No sheets in this table" />}
      {sheet && <SheetComparison key={sheet.id} params={{ table_id: tableId, sheet_id: sheet.id }} />}
    </Page>
  )
}

function SheetComparison({ params }: { params: SheetParams }) {
  const search = useSearch({ from: '/tables/$tableId/compare' })
  const columns = useQuery(columnsQuery(params))
  const versions = useInfiniteQuery(versionsQuery(params))
  const problem = columns.error ?? versions.error
  if (problem)
    return (
      <Problem error={problem} onRetry={() => void Promise.all([columns.refetch(), versions.refetch()])} />
    )
  if (!columns.data || !versions.data) return <SkeletonRows />
  const newest = versions.data.pages[0]!.data
  const named = search.base ?? namedBaseline(newest)
  const sides = search.sides ?? firstSides(columns.data.data, { named, fallback: firstBaseline(newest) })
  if (sides.length < 2)
    return (
      <Empty
        title="Nothing to compare yet"
        action={
          <Link
            to="/tables/$tableId"
            params={{ tableId: params.table_id }}
            search={{ sheet: params.sheet_id, panel: 'history' }}
            className={buttonStyle({})}
          >
            Save a version
          </Link>
        }
      >
        Save a version of this sheet before you change a prompt or model, and run the sheet again. Here you
        compare the answers before and after, word by word. Two columns of answers need no version.
      </Empty>
    )
  return <Comparison params={params} columns={columns.data.data} sides={sides} versions={newest} />
}
