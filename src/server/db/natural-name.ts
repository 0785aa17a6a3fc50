import { type RawBuilder, sql } from 'kysely'

/** SQL for the engine's `naturalKey`: digits are padded with zeros, then each run of digits is cut to its last 30. */
export const naturalName = (dialect: 'sqlite' | 'postgres', column: string): RawBuilder<string> =>
  dialect === 'sqlite'
    ? sql`natural_key(${sql.ref(column)})`
    : sql`regexp_replace(regexp_replace(lower(${sql.ref(column)}), '[0-9]+', repeat('0', 30) || '\\&', 'g'),
        '[0-9]*([0-9]{30})', '\\1', 'g') collate "C"`
