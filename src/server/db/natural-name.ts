import { type RawBuilder, sql } from 'kysely'

/** What the engine's `naturalKey` makes of a name: digits are padded, then all but the last 30 of each run go. */
export const naturalName = (dialect: 'sqlite' | 'postgres', column: string): RawBuilder<string> =>
  dialect === 'sqlite'
    ? sql`natural_key(${sql.ref(column)})`
    : sql`regexp_replace(regexp_replace(lower(${sql.ref(column)}), '[0-9]+', repeat('0', 30) || '\\&', 'g'),
        '[0-9]*([0-9]{30})', '\\1', 'g') collate "C"`
