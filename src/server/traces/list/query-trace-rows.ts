import type { TraceExpression } from '../../../engine/analytics/traces/index.ts'
import { copyOf } from '../../clickhouse-copy/index.ts'
import { queriesWithin } from '../../requests/index.ts'
import { postingOf } from '../analytics/posting-queries.ts'
import { isOfRow } from '../analytics/value-queries.ts'
import type { TraceQuery } from './trace-query.ts'

/**
 * Answers a question about the rows of traces: from their copy in ClickHouse if it is read and has all that the query
 * tests, otherwise from the database. The question gets the query for the storage that answers.
 */
export async function queryTraceRows<T>(
  query: TraceQuery,
  run: (query: TraceQuery) => Promise<T>,
): Promise<T> {
  const runOnDatabase = () => run(query)
  if (!isOfRows(query)) return runOnDatabase()
  const view = await copyOf(query.database)?.view('traces', query.workspace, (rows) => rows)
  if (!view) return runOnDatabase()
  return view.query(
    ({ store, isCurrent }) =>
      run({ ...query, store, isCurrent, runQuery: queriesWithin(store, query.limit) }),
    runOnDatabase,
  )
}

/** True if rows of traces are enough for the query. Words, scores and most properties of spans are in other tables. */
const isOfRows = ({ words, sortScore, filter }: TraceQuery): boolean =>
  words === null && sortScore === null && isTestOfRows(filter)

function isTestOfRows(test: TraceExpression): boolean {
  switch (test.type) {
    case 'all':
    case 'any':
      return test.of.every(isTestOfRows)
    case 'not':
      return isTestOfRows(test.of)
    case 'some_span':
      return postingOf(test.of) !== null || test.of.type === 'facet_any'
    case 'number':
    case 'present':
    case 'value':
      return isOfRow(test.field)
    default:
      return false
  }
}
