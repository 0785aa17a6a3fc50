import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runGalley, startServer, stopped } from './galley-process.ts'
import { freshHome } from './storage.ts'

interface Finding {
  readonly subject: string
  readonly state: string
  readonly message: string
}

test('the doctor lists working and failing parts, and exits with 1 if Galley cannot work', async (context) => {
  const { config, environment } = await freshHome(context)
  const unused = await runGalley(['doctor'], { ...environment, GALLEY_PORT: '0' })
  assert.match(unused.stdout, /^ok {7}secret key: No secrets yet; the first start makes a key/m)
  const server = await startServer(environment)
  const GALLEY_PORT = new URL(server.address).port
  const { code, stdout, stderr } = await runGalley(['doctor', '--json'], { ...environment, GALLEY_PORT })
  assert.equal(code, 0, stderr)
  const findings = JSON.parse(stdout).findings as Finding[]
  const findingOf = (subject: string) => findings.find((finding) => finding.subject === subject)!
  assert.match(findingOf(config.databaseUrl ? 'PostgreSQL' : 'SQLite').message, /^(PostgreSQL|SQLite) \d+/)
  for (const subject of ['node', 'data folder', 'secret key']) assert.equal(findingOf(subject).state, 'good')
  assert.match(findingOf('port').message, /EADDRINUSE/)
  await stopped(server)

  const wrong = { ...environment, GALLEY_SECRET_KEY: Buffer.alloc(32, 'another key').toString('base64') }
  const failed = await runGalley(['doctor'], { ...wrong, GALLEY_PORT: '0' })
  assert.equal(failed.code, 1)
  assert.match(failed.stdout, /^FAILS {4}secret key: The secrets of this database were sealed with key/m)
})
