import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { promisify } from 'node:util'
import { logEntry } from '../crash/log-entry.ts'
import { type FakeProvider, startFakeModels } from '../fake-models/index.ts'
import { type Api, apiOf } from '../kit/api.ts'
import { otherWires } from '../model/others.ts'
import { addByTool } from '../start/add-by-tool.ts'
import { killed, runGalley, startProcess, startServer, stopped } from '../start/galley-process.ts'
import { freshHome } from '../start/storage.ts'
import { nodes } from './nodes.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
const key = 'the-key-of-this-test'
const installed = mkdtempSync(join(tmpdir(), 'galley-package-'))
// Claude on Vertex AI is left out: it reads an access token from the variable in which the other providers
// have their key.
const wires = Object.values(otherWires).filter(({ environment }) => !environment)
const openAi = { provider: 'openai', model: 'gpt-4o-mini', fake: 'openai' }
const program = join(installed, 'node_modules/galley/bin.mjs')

before(async () => {
  await run(process.execPath, ['scripts/package.ts'], { cwd: root })
  const tarball = join(root, `build/galley-${version}.tgz`)
  const quiet = ['--prefer-offline', '--no-audit', '--no-fund']
  await run('npm', ['install', ...quiet, '--prefix', installed, tarball], { cwd: installed })
})

process.once('exit', () => rmSync(installed, { recursive: true, force: true }))

for (const node of nodes) {
  const { stdout } = await run(node, ['--version'])
  test(`the package serves pages, the API, code and models, and survives a kill, on Node ${stdout.trim()}`, async (context) => {
    const models = await startFakeModels()
    context.after(() => models.close())
    const { environment } = await freshHome(context)
    const settings = {
      ...environment,
      ...models.environment(),
      GALLEY_API_KEY: key,
      XDG_CACHE_HOME: join(installed, 'cache'),
    }
    const first = await startServer(settings, { program, node })
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
    for (const { provider, model, fake } of [openAi, ...wires])
      await runOnModel(post, { provider, model }, models.provider(fake))
    const logged = await post('/log-request', logEntry('packaged'))
    assert.equal(logged.status, 200, JSON.stringify(logged.body))
    await killed(first)

    const second = await startServer(settings, { program, node })
    context.after(() => killed(second))
    const { id } = logged.body
    const storedRequest = await apiOf(second.address, key).get(`/api/public/v2/requests/${id}`)
    assert.equal(storedRequest.status, 200, JSON.stringify(storedRequest.body))
    assert.match(JSON.stringify(storedRequest.body), /this is packaged/)
    assert.equal((await stopped(second)).code, 0)
  })
}

/** Bytes; the documentation takes 2 MB of it. */
const maxTarball = 10_000_000

test('the installed package has its licenses and few dependencies', () => {
  assert.ok(statSync(join(root, `build/galley-${version}.tgz`)).size < maxTarball)
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
  assert.match(stderr, /^galley: "no-such-command" is not a command\. .*galley --help/)
})

test('an unsupported Node is refused in one line', async () => {
  const fakeVersion = `Object.defineProperty(process.versions, 'node', { value: '22.22.0' });`
  const { code, stdout, stderr } = await startProcess(
    ['--help'],
    {},
    {
      program,
      nodeArguments: ['--import', `data:text/javascript,${encodeURIComponent(fakeVersion)}`],
    },
  ).finished
  assert.equal(code, 1)
  assert.equal(stdout, '')
  assert.match(stderr, /^galley: Node 24 \(24\.16 or newer\) or 26\.1 or newer is needed; .*\n$/)
})

async function runOnModel(
  post: Api['post'],
  { provider, model }: { provider: string; model: string },
  fake: FakeProvider,
): Promise<void> {
  const name = `${provider} ${model}`
  const before = fake.calls.length
  const text = (role: string, words: string) => ({ role, content: [{ type: 'text', text: words }] })
  const published = await post('/rest/prompt-templates', {
    prompt_template: { prompt_name: name },
    prompt_version: {
      metadata: { model: { provider, name: model, parameters: {} } },
      prompt_template: { type: 'chat', messages: [text('system', 'Be kind.'), text('user', 'Hello {who}.')] },
    },
  })
  assert.equal(published.status, 200, JSON.stringify(published.body))
  const ran = await post('/api/public/v2/prompt-templates/run', {
    prompt_name: name,
    input_variables: { who: 'Ada' },
  })
  assert.equal(ran.status, 200, `${name}: ${JSON.stringify(ran.body)}`)
  assert.match(ran.body.text, /Ada/, name)
  assert.equal(fake.calls.length, before + 1, name)
}
