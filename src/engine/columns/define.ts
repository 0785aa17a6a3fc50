import type { ColumnType } from './column.ts'

/** A type among others, whose config is then only its own to know. */
export function defineColumn<Config>(definition: ColumnType<Config>): ColumnType {
  return definition as ColumnType<unknown>
}
