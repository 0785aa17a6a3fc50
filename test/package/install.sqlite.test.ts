import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { promisify } from 'node:util'
import { logEntry } from '../crash/log-entry.ts'
import { apiOf } from '../kit/api.ts'
import { addByTool } from '../start/add-by-tool.ts'
import { killed, runGalley, startServer, stopped } from '../start/galley-process.ts'
import { freshHome } from '../start/storage.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
const key = 'the-key-of-this-test'
const installed = mkdtempSync(join(tmpdir(), 'galley-package-'))
const program = join(installed, 'node_modules/galley/bin.mjs')

before(async () => {
  await run(process.execPath, ['scripts/package.ts'], { cwd: root })
  const tarball = join(root, `build/galley-${version}.tgz`)
  const quiet = ['--prefer-offline', '--no-audit', '--no-fund']
  await run('npm', ['install', ...quiet, '--prefix', installed, tarball], { cwd: installed })
})

process.once('exit', () => rmSync(installed, { recursive: true, force: true }))

test('the installed package serves pages, the API and code, and keeps requests when it is killed', async (context) => {
  const { environment } = await freshHome(context)
  const settings = { ...environment, GALLEY_API_KEY: key, XDG_CACHE_HOME: join(installed, 'cache') }
  const first = await startServer(settings, { program })
  context.after(() => killed(first))
  const page = await fetch(`${first.address}/requests`, { headers: { accept: 'text/html' } })
  const html = await page.text()
  const script = /<script[^>]+src="(\/assets\/[^"]+)"/.exec(html)?.[1]
  assert.ok(script, html)
  for (const path of [script, '/docs', '/docs/swagger-ui-bundle.js', '/openapi.json'])
    assert.equal((await fetch(first.address + path)).status, 200, path)
  const { post } = apiOf(first.address, key)
  assert.equal(await addByTool(post, 'javascript', 'return args.n + 1'), 2)
  assert.equal(await addByTool(post, 'python', "return args['n'] + 1"), 2)
  const logged = await post('/log-request', logEntry('packaged'))
  assert.equal(logged.status, 200, JSON.stringify(logged.body))
  await killed(first)

  const second = await startServer(settings, { program })
  context.after(() => killed(second))
  const { id } = logged.body
  const kept = await apiOf(second.address, key).get(`/api/public/v2/requests/${id}`)
  assert.equal(kept.status, 200, JSON.stringify(kept.body))
  assert.match(JSON.stringify(kept.body), /this is packaged/)
  assert.equal((await stopped(second)).code, 0)
})

test('the installed package has its licenses and few dependencies', () => {
  const folder = join(installed, 'node_modules/galley')
  const thirdParty = readFileSync(join(folder, 'THIRD-PARTY.md'), 'utf8')
  for (const name of ['fastify', 'openai', 'undici', 'pg', 'swagger-ui-dist', 'react'])
    assert.match(thirdParty, new RegExp(`^## ${name} `, 'm'))
  const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    dependencies: object
  }
  assert.deepEqual(Object.keys(dependencies), ['libxml2-wasm', 'pyodide', 'quickjs-wasi'])
})

test('the installed command explains a wrong command line', async () => {
  const { code, stderr } = await runGalley(['no-such-command'], {}, { program })
  assert.equal(code, 2)
  assert.match(stderr, /^galley <command>/)
})
