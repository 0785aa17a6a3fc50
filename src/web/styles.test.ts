import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '../..')

test('packages that style sheets import are installed by npm ci --omit=dev', () => {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly dependencies: Readonly<Record<string, string>>
  }
  const imported = globSync('src/web/**/*.css', { cwd: root }).flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/@import "((?:@[^/"]+\/)?[^./"][^/"]*)/g)].map(
      ([, name]) => name!,
    ),
  )
  assert.ok(imported.length >= 3, String(imported))
  for (const name of imported) assert.ok(name in dependencies, name)
})
