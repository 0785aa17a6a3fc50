import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { logBodies } from './logs.ts'

export async function insertIntoSqlite(
  folder: string,
  rowsPerCommit: number,
  seconds: number,
): Promise<number> {
  const connection = new DatabaseSync(join(folder, 'bare.db'))
  connection.exec('pragma journal_mode = wal')
  connection.exec('pragma synchronous = full')
  connection.exec('create table if not exists bare (id integer primary key, original blob not null)')
  const insert = connection.prepare('insert into bare (original) values (?)')
  const bytes = logBodies.map((body) => Buffer.from(body))
  const started = performance.now()
  let rows = 0
  while (performance.now() - started < seconds * 1000) {
    connection.exec('begin immediate')
    for (let row = 0; row < rowsPerCommit; row++) insert.run(bytes[rows++ % bytes.length]!)
    connection.exec('commit')
  }
  const elapsed = performance.now() - started
  connection.close()
  return (rows / elapsed) * 1000
}
