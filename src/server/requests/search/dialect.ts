import type { Store } from '../../db/index.ts'
import { postgresSearch } from './postgres-queries.ts'
import { sqliteSearch } from './sqlite-queries.ts'

/** SQL that differs between the engines. */
export const searchDialect = ({ dialect }: Pick<Store, 'dialect'>) =>
  dialect === 'sqlite' ? sqliteSearch : postgresSearch
