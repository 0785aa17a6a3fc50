import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { pages } from '../../scripts/site/pages.ts'
import { helpFolder } from '../../src/server/program-paths.ts'
import { startFakeModels } from '../fake-models/index.ts'
import { killed, startServer } from '../start/galley-process.ts'
import { freshHome } from '../start/storage.ts'

const root = join(import.meta.dirname, '../..')
const key = 'the-key-of-this-test'

const runnable = (file: string): string =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/^```sh run\n([\s\S]*?)^```$/gm)]
    .map(([, code]) => code)
    .join('')

/** A refused call fails the script. Answers go to standard error too. */
const strict = 'set -euo pipefail; curl() { command curl --fail-with-body "$@" | tee >(cat >&2); }\n'

/** Each page continues from the state that the pages before it have left. */
test('the commands of the documentation work as they are pasted', async (context) => {
  const models = await startFakeModels()
  context.after(() => models.close())
  const { environment } = await freshHome(context)
  const server = await startServer({ ...environment, ...models.environment(), GALLEY_API_KEY: key })
  context.after(() => killed(server))
  for (const { slug, file } of pages) {
    const commands = runnable(file).replaceAll('localhost:4400', server.address.slice('http://'.length))
    if (commands === '') continue
    await context.test(slug, async () => {
      const env = { PATH: process.env['PATH'], KEY: key }
      await assert.doesNotReject(promisify(execFile)('bash', ['-c', strict + commands], { env }))
    })
  }
})

test('the documentation is served with a strict policy; without a build the page explains how to build it', async (context) => {
  const { environment } = await freshHome(context)
  const server = await startServer(environment)
  context.after(() => killed(server))
  const get = (path: string) =>
    fetch(`${server.address}/help${path}`, { headers: { accept: 'text/html' }, redirect: 'manual' })
  const home = await get('/')
  if (!existsSync(join(helpFolder, 'policy.txt'))) {
    assert.equal(home.status, 404)
    assert.match(await home.text(), /npm run site/)
    return
  }
  assert.equal((await get('')).headers.get('location'), '/help/')
  const policy = home.headers.get('content-security-policy')!
  assert.match(policy, /^default-src 'self'; script-src 'self' 'wasm-unsafe-eval'( 'sha256-[^']+')+; /)
  const foreign = /<(?:script|link|img)\b[^>]*\b(?:src|href)="(?!\/help\/|https?:\/\/localhost)[^"]*"/g
  for (const { slug } of pages) {
    const html = await (await get(`/${slug}/`)).text()
    assert.deepEqual(html.match(foreign), null, slug)
    for (const [, path = ''] of html.matchAll(/href="\/help(\/[^"#]*)/g))
      assert.ok(existsSync(join(helpFolder, path)), path)
    assert.equal((await get(`/${slug}.md`)).headers.get('content-type'), 'text/markdown; charset=utf-8')
  }
  assert.equal((await get('/nothing')).status, 404)
})
