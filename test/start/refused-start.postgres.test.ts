import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connectPostgres } from '../../src/server/db/migrate.ts'
import { closedPort, runGalley } from './galley-process.ts'
import { freshHome } from './storage.ts'

async function refusalFor(url: string): Promise<string> {
  const { code, stdout, stderr } = await runGalley(['serve'], { GALLEY_PORT: '0', DATABASE_URL: url })
  assert.equal(code, 1)
  assert.equal(stdout, '')
  assert.doesNotMatch(stderr, /^\s+at /m)
  assert.equal(stderr.includes('s3cret'), false)
  return stderr
}

test('an unusable database is reported, with the reason and without the password', async (context) => {
  const { environment } = await freshHome(context)
  const port = await closedPort()
  const database = `127\\.0\\.0\\.1:${port}/galley`
  assert.match(
    await refusalFor(`postgres://someone:s3cret@127.0.0.1:${port}/galley`),
    new RegExp(`^galley: Cannot use the database of DATABASE_URL \\(${database}\\): connect ECONNREFUSED`),
  )

  const wrong = new URL(environment['DATABASE_URL']!)
  wrong.password = 's3cret'
  assert.match(await refusalFor(wrong.href), /password authentication failed/)
  const missing = new URL(environment['DATABASE_URL']!)
  missing.pathname = '/no_such_database'
  assert.match(await refusalFor(missing.href), /database "no_such_database" does not exist/)
  assert.match(
    await refusalFor('postgres://host.invalid/galley'),
    /Cannot use .* \(host\.invalid\/galley\): /,
  )
  assert.match(await refusalFor('not a url'), /Cannot use the database of DATABASE_URL: /)
})

test('a start with a malformed key writes nothing into its database', async (context) => {
  const { config, environment } = await freshHome(context)
  const { code, stderr } = await runGalley(['serve'], { ...environment, GALLEY_SECRET_KEY: 'changeme' })
  assert.equal(code, 1)
  assert.match(stderr, /^galley: Key 1 of GALLEY_SECRET_KEY is not/)
  const client = await connectPostgres(config.databaseUrl!)
  const { rows } = await client.query("select to_regclass('schema_migrations') as made")
  await client.end()
  assert.equal(rows[0].made, null)
})
