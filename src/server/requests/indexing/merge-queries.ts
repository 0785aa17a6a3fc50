import { CompiledQuery, sql } from 'kysely'
import type { Database } from '../../db/index.ts'

/** Pages (4 kB) that one unit merges: 1 to 2 ms of the writer, and more only if a word is in most requests. */
const pagesPerStep = 16

/** One merge step of SQLite's word index. Does nothing if no merge is due. */
export const mergeStatement = (): CompiledQuery =>
  CompiledQuery.raw(`insert into request_words (request_words, rank) values ('merge', ${pagesPerStep})`)

/** Begins a merge of all segments, even if there are few. */
export const mergeAllStatement = (): CompiledQuery =>
  CompiledQuery.raw(`insert into request_words (request_words, rank) values ('merge', -${pagesPerStep})`)

/** Number of segments that a search reads. The query steps from id to id, because a segment has a row for each page. */
export async function countSegments(db: Database): Promise<number> {
  const { rows } = await sql<{ segments: number }>`with recursive segment (id) as (
      select min(segid) from request_words_idx
      union all
      select (select min(segid) from request_words_idx where segid > segment.id) from segment where segment.id is not null)
    select count(id) as segments from segment`.execute(db)
  return rows[0]!.segments
}

/** The row in which FTS5 stores its list of segments. */
const structureRow = 10

/** A text that changes whenever a merge changes the segments. */
export async function readStructure(db: Database): Promise<string> {
  const { rows } = await sql<{
    structure: string
  }>`select hex(block) as structure from request_words_data where id = ${sql.lit(structureRow)}`.execute(db)
  return rows[0]?.structure ?? ''
}
