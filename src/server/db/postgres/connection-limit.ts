import pg from 'pg'

/** Connections of one process, if PostgreSQL admits enough. */
const maxConnections = { statements: 11, queries: 5 }
/** One connection for point reads, one for a transaction, and one for other statements. */
const minForStatements = 3
/** One connection for a timed query, and one for lists. */
const minForQueries = 2

export interface PoolSizes {
  /** Connections for everything except long reads. */
  readonly statements: number
  /** Connections for long reads. */
  readonly queries: number
}

/** The sizes of both pools, for the number of connections that PostgreSQL admits. */
export function poolSizes(admitted: number): PoolSizes {
  if (admitted >= maxConnections.statements + maxConnections.queries) return maxConnections
  const queries = Math.min(maxConnections.queries, Math.max(minForQueries, Math.floor(admitted / 4)))
  const statements = Math.min(maxConnections.statements, Math.max(minForStatements, admitted - queries))
  return { statements, queries }
}

/** A warning for the operator; null if one process has enough connections. */
export function connectionWarning(admitted: number): string | null {
  const needed = maxConnections.statements + maxConnections.queries
  if (admitted >= needed) return null
  return (
    `PostgreSQL admits ${admitted} connections of this role to this database; one process of Galley uses ` +
    `up to ${needed}. Calls will wait for each other. Raise max_connections, or the limit of the role or the database.`
  )
}

interface ServerFacts {
  readonly version: string
  /** Connections that PostgreSQL admits, for all processes together. */
  readonly admitted: number
}

export async function readServerFacts(url: string): Promise<ServerFacts> {
  const client = new pg.Client({ connectionString: url, application_name: 'galley', query_timeout: 5_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ version: string; limits: number[] }>(limits)
    const { version, limits: ownLimits } = rows[0]!
    return { version, admitted: Math.min(...ownLimits.filter((limit) => limit >= 0)) }
  } finally {
    await client.end()
  }
}

/** -1 means no limit. Superusers may also use the reserved connections. */
const limits = `
  select current_setting('server_version') as version, array[
    current_setting('max_connections')::int
      - case when rolsuper then 0 else current_setting('superuser_reserved_connections')::int end,
    case when rolsuper then -1 else rolconnlimit end,
    (select case when rolsuper then -1 else datconnlimit end from pg_database where datname = current_database())
  ] as limits
  from pg_roles where rolname = current_user`
