import { Refusal } from '../engine/refusal.ts'
import { run } from './command-line.ts'
import { ConfigError } from './config.ts'
import { DataFolderError } from './data-folder.ts'
import {
  BackupError,
  ExportError,
  NewerDataError,
  NotEmptyError,
  UnfinishedDataError,
  UnreachableDatabaseError,
} from './db/index.ts'
import { OutboundAllowError, SecretKeyError } from './edge/index.ts'
import { PortTakenError } from './serve.ts'

/** Errors that people can fix: only their message is shown. Others are shown with their stack. */
const expected = [
  BackupError,
  ConfigError,
  DataFolderError,
  ExportError,
  NewerDataError,
  NotEmptyError,
  OutboundAllowError,
  PortTakenError,
  Refusal,
  SecretKeyError,
  UnfinishedDataError,
  UnreachableDatabaseError,
]

// New files, SQLite's included, are readable only by this user.
process.umask(0o077)
try {
  process.exitCode = await run(process.argv.slice(2), process.env)
} catch (error) {
  const known = expected.some((kind) => error instanceof kind)
  console.error(known ? `galley: ${(error as Error).message}` : error)
  process.exit(1)
}
