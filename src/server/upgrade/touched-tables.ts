export interface TouchedTable {
  readonly table: string
  /** True if rows are rewritten, and not only the definition of the table. */
  readonly isRewritten: boolean
}

const name = '(?:if (?:not )?exists )?"?(\\w+)"?'
const patterns = {
  renamed: new RegExp(`^alter table ${name} rename to "?(\\w+)"?`, 'i'),
  dropped: new RegExp(`^alter table ${name} drop column`, 'i'),
  retyped: new RegExp(`^alter table ${name} alter column \\w+ type`, 'i'),
  altered: new RegExp(`^alter table ${name}`, 'i'),
  updated: new RegExp(`^update ${name}`, 'i'),
  deleted: new RegExp(`^delete from ${name}`, 'i'),
  inserted: new RegExp(`^insert (?:or \\w+ )?into ${name}`, 'i'),
  removed: new RegExp(`^drop table ${name}`, 'i'),
  indexed: new RegExp(`^create (?:unique )?index ${name} on "?(\\w+)"?`, 'i'),
}
const copiedFrom = /^insert [^;]*?\bfrom "?(\w+)"?/i

/** The tables in the statements of a migration. Tables that the migration creates are included; the caller removes them. */
export function touchedTables(sql: string): TouchedTable[] {
  const touched = new Map<string, boolean>()
  /** The old names of tables that get another name, by the new name. */
  const oldNames = new Map<string, string>()
  const addTouched = (table: string, isRewritten: boolean) => {
    const earlierName = oldNames.get(table) ?? table
    touched.set(earlierName, isRewritten || touched.get(earlierName) === true)
  }
  for (const statement of statementsOf(sql)) {
    const match = (kind: keyof typeof patterns) => patterns[kind].exec(statement)
    const renamed = match('renamed')
    if (renamed) oldNames.set(renamed[2]!, renamed[1]!)
    const copied = copiedFrom.exec(statement)
    if (copied) addTouched(copied[1]!, true)
    const rewritten = match('dropped') ?? match('retyped') ?? match('updated') ?? match('deleted')
    if (rewritten) addTouched(rewritten[1]!, true)
    const changed = match('altered') ?? match('inserted') ?? match('removed')
    if (changed) addTouched(changed[1]!, false)
    const indexed = match('indexed')
    if (indexed) addTouched(indexed[2]!, false)
  }
  return Array.from(touched, ([table, isRewritten]) => ({ table, isRewritten }))
}

const statementsOf = (sql: string): string[] =>
  sql
    .replace(/--[^\n]*/g, '')
    .split(';')
    .map((statement) => statement.replace(/\s+/g, ' ').trim())
