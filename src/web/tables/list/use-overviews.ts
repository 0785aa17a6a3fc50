import { useQueries } from '@tanstack/react-query'
import { queryOf } from '../../api/index.ts'
import { isUnderWay } from '../../sheets/queries.ts'
import type { Overview } from './table-figures.tsx'

/** Maximum number of tables in one call. */
const maxTables = 100
const pollMilliseconds = 2_000

/** Overviews by table id, polled while a run is under way. */
export function useOverviews(tables: readonly { readonly id: string }[]): ReadonlyMap<string, Overview> {
  const parts = Array.from({ length: Math.ceil(tables.length / maxTables) }, (_none, part) =>
    tables.slice(part * maxTables, (part + 1) * maxTables).map(({ id }) => id),
  )
  return useQueries({
    queries: parts.map((ids) => ({
      ...queryOf(['tables', 'overviews', ids], 'listTableOverviews', { query: { table_id: ids } }),
      refetchInterval: ({ state }: { state: { data?: { overviews: readonly Overview[] } | undefined } }) =>
        state.data?.overviews.some(({ run }) => isUnderWay(run?.status))
          ? pollMilliseconds
          : (false as const),
    })),
    combine: byTable,
  })
}

const byTable = (
  answers: readonly { readonly data?: { readonly overviews: readonly Overview[] } | undefined }[],
): ReadonlyMap<string, Overview> =>
  new Map(
    answers.flatMap(
      ({ data }) => data?.overviews.map((overview) => [overview.table_id, overview] as const) ?? [],
    ),
  )
