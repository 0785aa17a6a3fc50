import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { runGalley } from './galley-process.ts'
import { migratedHome } from './storage.ts'

const list = {
  'gpt-4o': { litellm_provider: 'openai', input_cost_per_token: 0.000009, output_cost_per_token: 0.00001 },
}

async function home(context: TestContext) {
  const { config, environment } = await migratedHome(context)
  const file = (name: string, text: string) => {
    const path = join(config.folder, name)
    writeFileSync(path, text)
    return path
  }
  const created = await runGalley(['workspace', 'create', 'priced'], environment)
  assert.equal(created.code, 0, created.stderr)
  const { workspace_id, api_key } = JSON.parse(created.stdout)
  const prices = (...words: string[]) => runGalley(['prices', 'import', ...words], environment)
  return { file, prices, id: String(workspace_id), key: api_key as string }
}

test('galley prices import shows the difference, and puts the list in force with --yes', async (context) => {
  const { file, prices, id, key } = await home(context)
  const path = file('prices.json', JSON.stringify(list))
  for (let repeats = 0; repeats < 2; repeats++) {
    const preview = await prices(path, '--workspace', id)
    assert.equal(preview.code, 1)
    assert.match(preview.stderr, /^galley: the price list was not imported; --yes imports it$/m)
    const difference = JSON.parse(preview.stdout)
    assert.deepEqual([difference.applied, difference.before.source], [false, 'built_in'])
    assert.ok(JSON.stringify(difference).includes('gpt-4o'))
  }
  const applied = await prices(path, '--api-key', key, '--yes')
  assert.equal(applied.code, 0, applied.stderr)
  const { applied: isApplied, after } = JSON.parse(applied.stdout)
  assert.deepEqual(
    [isApplied, after.name, after.source, after.in_force, after.imported_by],
    [true, 'prices.json', 'file', true, 'galley prices import'],
  )
  const { before } = JSON.parse((await prices(path, '--workspace', id)).stdout)
  assert.deepEqual([before.id, before.name], [after.id, 'prices.json'])
})

test('galley prices import reports a wrong list or workspace', async (context) => {
  const { file, prices, id } = await home(context)
  const good = file('good.json', JSON.stringify(list))
  const bad = file('bad.json', '{"gpt-4o":')
  for (const [words, message] of [
    [[join(bad, 'none.json')], /none\.json: The file cannot be read \(ENOTDIR\)/],
    [[`${bad}.gone`], /bad\.json\.gone: The file cannot be read \(ENOENT\)/],
    [[bad], /bad\.json: The price list is not readable/],
    [['http://127.0.0.1:9/prices.json'], /127\.0\.0\.1:9\/prices\.json: /],
    [[good, '--workspace', '7'], /no workspace 7/],
    [[good, '--api-key', 'pl_unknown'], /the API key is unknown or revoked/],
  ] as const) {
    const workspace = words.length > 1 ? [] : ['--workspace', id]
    const { code, stderr, stdout } = await prices(...words, ...workspace, '--yes')
    assert.deepEqual([code, stdout], [1, ''], stderr)
    assert.match(stderr, message)
    assert.doesNotMatch(stderr, /^\s+at /m)
  }
})
