import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { apiOf } from '../kit/api.ts'
import { type Environment, type GalleyServer, runGalley, startServer, stopped } from './galley-process.ts'
import { migratedHome } from './storage.ts'

interface DescribedKey {
  readonly id: number
  readonly name: string
  readonly ends_with: string
  readonly last_used_at: string | null
  readonly revoked_at: string | null
}

async function json<T>(args: string[], environment: Environment): Promise<T> {
  const { code, stdout, stderr } = await runGalley(args, environment)
  assert.equal(code, 0, stderr)
  return JSON.parse(stdout) as T
}

async function statusWith({ address }: GalleyServer, key: string): Promise<number> {
  return (await apiOf(address, key).get('/prompt-templates')).status
}

test('beside a running server, a new key works at once and a revoked one ends at once', async (context) => {
  const { config, environment } = await migratedHome(context)
  const server = await startServer(environment)
  const first = readFileSync(join(config.folder, 'api-key'), 'utf8').trim()
  assert.equal(await statusWith(server, first), 200)

  const created = await json<{ id: number; workspace_id: number; api_key: string }>(
    ['key', 'create', '--name', 'second'],
    environment,
  )
  assert.equal(created.workspace_id, 1)
  assert.equal(await statusWith(server, created.api_key), 200)

  assert.deepEqual(await json(['key', 'revoke', String(created.id)], environment), { revoked: created.id })
  assert.equal(await statusWith(server, created.api_key), 401)
  assert.equal(await statusWith(server, first), 200)
  const again = await runGalley(['key', 'revoke', String(created.id)], environment)
  assert.equal(again.code, 1)
  assert.equal(again.stderr, `galley: there is no live key ${created.id}\n`)

  const { code } = await stopped(server)
  assert.equal(code, 0)
  const listed = await runGalley(['key', 'list'], environment)
  for (const secret of [first, created.api_key]) assert.equal(listed.stdout.includes(secret), false)
  const [one, two, ...others] = JSON.parse(listed.stdout) as DescribedKey[]
  assert.deepEqual(others, [])
  assert.equal(one!.ends_with, first.slice(-4))
  assert.equal(one!.revoked_at, null)
  assert.equal(two!.name, 'second')
  for (const time of [one!.last_used_at, two!.last_used_at, two!.revoked_at])
    assert.ok(Math.abs(Date.now() - Date.parse(time!)) < 60_000, String(time))
})

test('a workspace made beside a running server has a key that works, and does not see entities of others', async (context) => {
  const { config, environment } = await migratedHome(context)
  const server = await startServer(environment)
  const first = apiOf(server.address, readFileSync(join(config.folder, 'api-key'), 'utf8').trim())
  const content = [{ type: 'text', text: 'Hello.' }]
  const template = { type: 'chat', messages: [{ role: 'user', content }] }
  const published = await first.post('/rest/prompt-templates', {
    prompt_template: { prompt_name: 'mine' },
    prompt_version: { prompt_template: template },
  })
  assert.equal(published.status, 200)

  const created = await json<{ workspace_id: number; name: string; api_key: string }>(
    ['workspace', 'create', 'The other team'],
    environment,
  )
  assert.equal(created.name, 'The other team')
  assert.notEqual(created.workspace_id, 1)
  const { status, body } = await apiOf(server.address, created.api_key).get('/prompt-templates')
  assert.equal(status, 200)
  assert.deepEqual(body.items, [])

  const keys = await json<DescribedKey[]>(
    ['key', 'list', '--workspace', String(created.workspace_id)],
    environment,
  )
  assert.deepEqual(
    keys.map(({ ends_with }) => ends_with),
    [created.api_key.slice(-4)],
  )
  const nowhere = await runGalley(['key', 'create', '--workspace', '4711'], environment)
  assert.equal(nowhere.code, 1)
  assert.equal(nowhere.stderr, 'galley: there is no workspace 4711\n')
  await stopped(server)
})
