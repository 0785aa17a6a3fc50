import { CompiledQuery, sql } from 'kysely'
import type { Database } from '../db/index.ts'

/** Pages of 4 kB that one unit merges: 1 to 2 ms of the writer, more only where one word is in most requests. */
const pagesAtOnce = 16

/** The next step of merging the segments of the word index on the embedded engine; nothing where none is needed. */
export const mergeStatement = (): CompiledQuery =>
  CompiledQuery.raw(`insert into request_words (request_words, rank) values ('merge', ${pagesAtOnce})`)

/** How many segments a search looks into. From one to the next, as each has a row for every page. */
export async function countSegments(db: Database): Promise<number> {
  const { rows } = await sql<{ segments: number }>`with recursive segment (id) as (
      select min(segid) from request_words_idx
      union all
      select (select min(segid) from request_words_idx where segid > segment.id) from segment where segment.id is not null)
    select count(id) as segments from segment`.execute(db)
  return rows[0]!.segments
}

/** Where the engine keeps which segments there are. */
const structureRow = 10

/** Another text as soon as anything is merged. */
export async function readStructure(db: Database): Promise<string> {
  const { rows } = await sql<{
    structure: string
  }>`select hex(block) as structure from request_words_data where id = ${sql.lit(structureRow)}`.execute(db)
  return rows[0]?.structure ?? ''
}
