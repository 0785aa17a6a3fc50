/** Loaded before the program, which it kills half-way through the first step of a migration of SQLite. */
import { writeSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

const exec = DatabaseSync.prototype.exec

DatabaseSync.prototype.exec = function (this: DatabaseSync, sql: string) {
  if (!sql.includes('create table workspaces')) return exec.call(this, sql)
  const statements = sql.split(/;\n/)
  // The cache is too small for the uncommitted pages, so that they reach the disk.
  exec.call(this, 'pragma cache_size = 1')
  exec.call(this, statements.slice(0, statements.length / 2).join(';\n'))
  writeSync(2, 'half of the step is done\n')
  process.kill(process.pid, 'SIGKILL')
}
