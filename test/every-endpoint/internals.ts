import assert from 'node:assert/strict'
import type { Received } from './wire.ts'

/** Matches internal details: stack frames, file paths, SQL, names of libraries. */
const internals =
  /\bat [\w.<>]+ \(|\.ts:\d+|node_modules|\/src\/|\bselect .* from\b|\binsert into\b|\bsqlite|\bpostgres|\bkysely\b|\bSQLSTATE\b|byte sequence for encoding/gi

const maxWork = 2_000

/**
 * Most milliseconds of a call on the wall clock, which is the only measure that includes the database's
 * process. A busy machine adds to it.
 */
const slowest = 5_000

/** Most milliseconds of a call that runs user code, which starts a process and may queue for it. */
const slowestRun = 30_000
const isRun = /\/test-execute/

/** Whether an answer may name the engine: the storage figures for admins do. */
const isAskedFor = (sent: string, text: string): boolean =>
  sent.includes('/api/public/v2/storage') && /^(sqlite|postgres)$/i.test(text)

/** Whether the answer is the failure of the world's MCP server, at whose address no server listens. */
const isOfMcpServer = ({ status, body }: Received) => status === 502 && body?.error === 'mcp_failed'

/** Checks that hold for every answer. */
export function checkSane(call: string, sent: string, answer: Received) {
  const { status, text, milliseconds, worked } = answer
  assert.ok(
    (status >= 200 && status < 500) || isOfMcpServer(answer),
    `${call}: ${status} ${text.slice(0, 300)}`,
  )
  const patience = isRun.test(sent) ? slowestRun : slowest
  assert.ok(milliseconds < patience, `${call}: took ${Math.round(milliseconds)} ms`)
  if (!isRun.test(sent))
    assert.ok(worked < maxWork, `${call}: took ${Math.round(worked)} ms of the processor`)
  for (const [found] of text.matchAll(internals))
    assert.ok(
      sent.includes(found) || isAskedFor(sent, found),
      `${call}: the answer says "${found}": ${text.slice(0, 300)}`,
    )
}
