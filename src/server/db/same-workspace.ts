import type { JoinBuilder } from 'kysely'
import type { Tables } from './tables/tables.ts'

// biome-ignore lint/suspicious/noExplicitAny: Kysely's type of a join names all tables of its query.
type AnyJoin = JoinBuilder<any, any>

/** Joins `table` to `other` by their workspaces and by `columns`, which maps columns of `table` to equal ones of `other`. */
export const sameWorkspace =
  <Table extends keyof Tables & string, Other extends keyof Tables & string>(
    table: Table,
    other: Other,
    columns: { readonly [Column in keyof Tables[Table]]?: keyof Tables[Other] },
  ) =>
  (join: AnyJoin): AnyJoin =>
    Object.entries(columns).reduce(
      (joined, [column, equal]) => joined.onRef(`${table}.${column}`, '=', `${other}.${String(equal)}`),
      join.onRef(`${table}.workspace_id`, '=', `${other}.workspace_id`),
    )
