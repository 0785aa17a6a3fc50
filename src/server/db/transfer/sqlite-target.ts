import { existsSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { spacedWords } from '../../../engine/search/search-words.ts'
import { workspaceWord } from '../../../engine/search/workspace-word.ts'
import { flush } from '../flush.ts'
import { migrateSqlite } from '../migrate.ts'
import { packPayloadNow } from '../payload.ts'
import { unfinishedFile } from '../unfinished.ts'
import {
  type Column,
  columnList,
  isRequests,
  ownColumns,
  type Row,
  type TableShape,
  tableName,
  type Value,
} from './shape.ts'
import { sqliteShapes } from './sqlite-source.ts'
import { NotEmptyError, type Target } from './target.ts'

/**
 * The file gets its final name when it is complete. Until then it needs no journal, because an incomplete file is
 * discarded.
 */
export function openSqliteTarget(file: string, schema: number): Target {
  if (existsSync(file))
    throw new NotEmptyError(`There is a database already: ${file}. Set GALLEY_DATA to an empty folder.`)
  const draft = unfinishedFile(file)
  removeDatabase(draft)
  migrateSqlite(draft, schema)
  const connection = new DatabaseSync(draft, { enableForeignKeyConstraints: false })
  for (const pragma of ['journal_mode = off', 'synchronous = off', 'cache_size = -64000'])
    connection.exec(`pragma ${pragma}`)
  connection.exec('begin')
  connection.exec(importMergeSettings)
  const statements = new Map<string, StatementSync>()
  const prepared = (sql: string) => {
    const statement = statements.get(sql) ?? connection.prepare(sql)
    statements.set(sql, statement)
    return statement
  }
  const insertRow = (table: string, columns: readonly Column[], row: Row) => {
    const sql = `insert into ${table} (${columnList(columns)}) values (${columns.map(() => '?')})`
    prepared(sql).run(...columns.map(({ type }, index) => parameterOf(type, row[index]!)))
  }
  const insertBody = (workspace: Value, id: Value, body: Row) => {
    const [inputText, outputText, original] = body as [string, string, Uint8Array | null]
    if (original === null) return
    const texts = { inputText: inputText ?? '', outputText: outputText ?? '' }
    prepared('insert into request_payloads (workspace_id, request_id, payload) values (?, ?, ?)').run(
      workspace,
      id,
      packPayloadNow('sqlite', { ...texts, original }),
    )
    prepared('insert into request_words (rowid, words) values (?, ?)').run(
      id,
      `${workspaceWord(Number(workspace))} ${spacedWords(texts)}`,
    )
  }
  return {
    tables: sqliteShapes(connection),
    async insert(table: TableShape, rows: readonly Row[]) {
      const columns = ownColumns(table)
      const index = (name: string) => columns.findIndex((column) => column.name === name)
      const [workspace, id] = [index('workspace_id'), index('id')]
      for (const row of rows) {
        insertRow(tableName(table), columns, row)
        if (isRequests(table)) insertBody(row[workspace]!, row[id]!, row.slice(columns.length))
      }
    },
    async finish(sequences) {
      connection.exec(afterRequests)
      connection.exec(serverMergeSettings)
      for (const [name, next] of Object.entries(sequences))
        prepared('insert or replace into counters (name, value) values (?, ?)').run(name, next - 1)
      connection.exec('commit')
      refuseDangling(connection)
      connection.close()
      migrateSqlite(draft)
      flush(draft)
      renameSync(draft, file)
      flush(dirname(file))
    },
    async abandon() {
      if (connection.isOpen) connection.close()
      removeDatabase(draft)
    },
  }
}

/** During the import SQLite merges the word index itself, because the indexer does not run. */
const importMergeSettings = mergeSettings(4, 16)
/** The same values as in the migration. */
const serverMergeSettings = mergeSettings(0, 500)

function mergeSettings(parts: number, atOnce: number): string {
  return `insert into request_words (request_words, rank) values ('automerge', ${parts}), ('crisismerge', ${atOnce})`
}

/** Requests that are not indexed yet are removed from the word index. Id ranges are filled as in the migration. */
const afterRequests = `
  delete from request_words where rowid in
    (select request_id from request_arrivals union all select request_id from request_backlog);
  insert into request_stretches (workspace_id, stretch, earliest, latest)
    select workspace_id, id >> 10, min(started_at), max(started_at) from requests group by 1, 2;`

function refuseDangling(connection: DatabaseSync): void {
  const violation = connection.prepare('pragma foreign_key_check').get()
  if (violation)
    throw new Error(`a row of ${violation['table']} refers to a missing row of ${violation['parent']}`)
}

/** Integers beyond a double are strings. */
const parameterOf = (type: Column['type'], value: Value): SQLInputValue =>
  type === 'integer' && typeof value === 'string' ? BigInt(value) : value

export function removeDatabase(file: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(file + suffix, { force: true })
}
