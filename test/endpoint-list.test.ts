import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { type Endpoint, endpoints, sdkStatuses } from '../src/contract/index.ts'
import { handledByRoom } from './every-endpoint/handlers.ts'

const all: readonly Endpoint[] = Object.values(endpoints)

suite('the list of endpoints', () => {
  test('every endpoint has exactly one handler', async () => {
    const handled = [...(await handledByRoom()).values()].flat()
    assert.deepEqual(handled.sort(), Object.keys(endpoints).sort())
  })

  test('ids and addresses are unique', () => {
    const addresses = all.flatMap(({ method, path, aliases = [] }) =>
      [path, ...aliases].map((one) => `${method} ${one.replace(/\{\w+(\+?)\}/g, '{$1}')}`),
    )
    assert.deepEqual(repeated(addresses), [])
    assert.deepEqual(repeated(all.map(({ id }) => id)), [])
  })

  test('the parameters in a path are those of its schema', () => {
    for (const { id, path, params } of all) {
      const inPath = Array.from(path.matchAll(/\{(\w+)\+?\}/g), ([, name]) => name)
      assert.deepEqual(inPath.sort(), Object.keys(params?.shape ?? {}).sort(), id)
    }
  })

  test('statuses that depend on the client are declared', () => {
    for (const [id, { founding, sdk }] of Object.entries(sdkStatuses)) {
      const endpoint = all.find((one) => one.id === id)
      assert.ok(endpoint && founding in endpoint.success && sdk in endpoint.success, id)
    }
  })
})

function repeated(values: readonly string[]): string[] {
  return values.filter((value, index) => values.indexOf(value) !== index)
}
