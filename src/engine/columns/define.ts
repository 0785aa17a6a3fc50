import type { ColumnType } from './column.ts'

/** Hides the config's type, so that all column types fit in one list. */
export function defineColumn<Config>(definition: ColumnType<Config>): ColumnType {
  return definition as ColumnType<unknown>
}
