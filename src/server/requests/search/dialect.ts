import type { Store } from '../../db/index.ts'
import { postgresSearch } from './postgres-queries.ts'
import { sqliteSearch } from './sqlite-queries.ts'

/** What the engines say differently. */
export const searchDialect = ({ dialect }: Pick<Store, 'dialect'>) =>
  dialect === 'sqlite' ? sqliteSearch : postgresSearch
