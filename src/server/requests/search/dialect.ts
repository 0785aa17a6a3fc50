import { clickhouseSearch } from './clickhouse-queries.ts'
import { postgresSearch } from './postgres-queries.ts'
import type { SearchedStore } from './search.ts'
import type { SearchDialect } from './search-dialect-queries.ts'
import { sqliteSearch } from './sqlite-queries.ts'

const dialects = { sqlite: sqliteSearch, postgres: postgresSearch, clickhouse: clickhouseSearch } as const

/** The SQL in which the engines differ. */
export const searchDialect = ({ dialect }: Pick<SearchedStore, 'dialect'>): SearchDialect => dialects[dialect]
