import type { ColumnType, Reference } from '../../../engine/columns/column.ts'
import { columnTypes, readSentConfig } from '../../../engine/columns/index.ts'
import type { ColumnTypeName } from '../../../engine/columns/names.ts'
import { parseExact } from '../../../engine/json/parse-exact.ts'
import type { Dependency } from '../../../engine/sheet/index.ts'
import type { SheetColumnRow } from '../../db/index.ts'

export type Config = Readonly<Record<string, unknown>>

export const typeOf = (name: string): ColumnType => columnTypes[name as ColumnTypeName]

export const configOf = ({ config }: Pick<SheetColumnRow, 'config'>): Config | null =>
  config === null ? null : (parseExact(config) as Config)

export const dependenciesIn = ({ dependencies }: Pick<SheetColumnRow, 'dependencies'>): Dependency[] =>
  JSON.parse(dependencies) as Dependency[]

/** Returns a config in its canonical form. @throws Refusal 'bad_request' that names the field. */
export function readConfig(type: string, input: Config | null): Config {
  return readSentConfig(type as ColumnTypeName, input)
}

export function referencesOf(type: string, config: Config | null): readonly Reference[] {
  const { config: read, dependsOn } = typeOf(type)
  return dependsOn(read(config))
}
