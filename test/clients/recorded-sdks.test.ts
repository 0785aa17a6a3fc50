import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { suite, test } from 'node:test'
import { startRunWorld } from '../journeys/support/running.ts'
import type { Exchange } from './recording-proxy.ts'
import { Replay } from './replay.ts'

/**
 * What two clients of the vendor sent when each public method, or tool, was called: `record.ts` made the recordings
 * with the clients as their repositories have them (2026-11-23). npm has neither, so the suite replays the requests.
 */
const recordings = { 'promptlayer-js-2.0.13': 53, 'promptlayer-mcp-1.3.0': 40 }

suite('requests of the vendor’s JavaScript SDK and MCP server', () => {
  for (const [name, calls] of Object.entries(recordings))
    test(`${name}: ${calls} calls`, async () => {
      const file = new URL(`recordings/${name}.json`, import.meta.url)
      const exchanges = JSON.parse(readFileSync(file, 'utf8')) as Exchange[]
      assert.equal(new Set(exchanges.map(({ call }) => call)).size, calls)
      const world = await startRunWorld()
      try {
        await new Replay(world.app.baseUrl, world.app.key).run(exchanges)
      } finally {
        await world.close()
      }
    })
})
