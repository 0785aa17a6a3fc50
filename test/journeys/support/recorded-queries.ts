import type { CompiledQuery } from 'kysely'
import type { Database, Store } from '../../../src/server/db/index.ts'

type Queries = Pick<CompiledQuery, 'sql' | 'parameters'>[]

/** Records every statement of this store from now on, with its values. */
export function recordQueries(store: Store): Queries {
  const queries: Queries = []
  const { timedQuery, fetch } = store
  const recording = (db: Database): Database =>
    db.withPlugin({
      transformQuery({ node, queryId }) {
        const query = db.getExecutor().compileQuery(node, queryId)
        if (!isSetting(query.sql) && query.parameters.every(isValue)) queries.push(query)
        return node
      },
      transformResult: async ({ result }) => result,
    })
  Object.assign(store, {
    db: recording(store.db),
    scan: recording(store.scan),
    timedQuery(query: CompiledQuery<never>, milliseconds: number) {
      queries.push(query)
      return timedQuery(query, milliseconds)
    },
    fetch(query: CompiledQuery<never>, name: string) {
      queries.push(query)
      return fetch(query, name)
    },
  } satisfies Partial<Store>)
  return queries
}

/** Whether a statement sets an option. Background work does, and such statements have no plan. */
const isSetting = (sql: string): boolean => /^\s*set\b/i.test(sql)

/** Whether a parameter is a value; prepared statements have placeholders instead. */
const isValue = (parameter: unknown): boolean =>
  typeof parameter !== 'object' ||
  parameter === null ||
  Array.isArray(parameter) ||
  parameter instanceof Uint8Array

/** Tables that grow with the log. */
const logTables = [
  'requests',
  'request_payloads',
  'payload_frames',
  'request_media',
  'media',
  'span_media',
  'request_facets',
  'request_hours',
  'request_scores',
  'spans',
]

const runQuery = <Row>(store: Store, text: string, parameters: readonly unknown[] = []) =>
  store.timedQuery<Row>({ sql: text, parameters } as CompiledQuery<Row>, 10_000)

/** Statements that scan a table or index of the log from one end, instead of seeking. */
export async function fullScansOf(store: Store, { sql, parameters }: Queries[number]): Promise<string[]> {
  return store.dialect === 'sqlite'
    ? sqliteScans(store, sql, parameters)
    : postgresScans(store, sql, parameters)
}

/**
 * Scans are read from the statement's program, because the plan names tables by alias, also those of
 * subqueries.
 */
async function sqliteScans(store: Store, sql: string, parameters: readonly unknown[]): Promise<string[]> {
  const trees = await runQuery<{ name: string; rootpage: number }>(
    store,
    `select name, rootpage from sqlite_schema where tbl_name in (${logTables.map((name) => `'${name}'`)})`,
  )
  const nameOf = new Map(trees.map(({ name, rootpage }) => [rootpage, name]))
  const steps = await runQuery<{ opcode: string; p1: number; p2: number }>(
    store,
    `explain ${sql}`,
    parameters,
  )
  const opened = new Map(
    steps
      .filter(({ opcode }) => opcode === 'OpenRead' || opcode === 'ReopenIdx')
      .map(({ p1, p2 }) => [p1, nameOf.get(p2)]),
  )
  return steps
    .filter(({ opcode }) => opcode === 'Rewind' || opcode === 'Last')
    .flatMap(({ p1 }) => opened.get(p1) ?? [])
}

interface Plan {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Index Cond'?: string
  readonly Plans?: readonly Plan[]
}

/**
 * The plan is made with the costs of a large table, because the planner would scan five rows for every query.
 */
async function postgresScans(store: Store, sql: string, parameters: readonly unknown[]): Promise<string[]> {
  const text = `explain (format json) ${sql}`
  const [row] = await store.transact(async (tx) => {
    await tx.executeQuery({ sql: 'set local enable_seqscan = off', parameters: [] } as never)
    return (await tx.executeQuery<{ 'QUERY PLAN': [{ Plan: Plan }] }>({ sql: text, parameters } as never))
      .rows
  })
  const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]
  return nodesOf(row!['QUERY PLAN'][0].Plan)
    .filter((node) =>
      ['Seq Scan', 'Index Scan', 'Index Only Scan', 'Bitmap Index Scan'].includes(node['Node Type']),
    )
    .filter((node) => node['Node Type'] === 'Seq Scan' || node['Index Cond'] === undefined)
    .map((node) => `${node['Relation Name'] ?? node['Index Name']}`)
    .filter((name) => logTables.some((table) => name === table || name.startsWith(`${table}_`)))
}
