import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { suite, test } from 'node:test'
import { startRunWorld } from '../journeys/support/running.ts'
import type { DeclaredTypes } from './declared-types.ts'
import type { Exchange } from './recording-proxy.ts'
import { Replay } from './replay.ts'

/**
 * Requests of the vendor's clients for each public method or tool, recorded by `record.ts` on 2026-11-23. The
 * JavaScript SDK and the MCP server were built from their repositories, because npm has neither in these
 * versions; so the suite cannot install them. The Python SDK 0.5.2 needs LangChain 0.2. If the JavaScript SDK
 * returns an answer unchanged to its caller, the test checks the answer against the type that the SDK
 * declares (decision 178).
 */
const recordings = { 'promptlayer-js-2.0.13': 53, 'promptlayer-mcp-1.3.0': 40, 'promptlayer-python-0.5.2': 1 }

suite('recorded requests of the vendor’s clients', () => {
  for (const [name, calls] of Object.entries(recordings))
    test(`${name}: ${calls} calls`, async () => {
      const exchanges = readRecording<Exchange[]>(`${name}.json`)!
      assert.equal(new Set(exchanges.map(({ call }) => call)).size, calls)
      const world = await startRunWorld()
      try {
        const declared = readRecording<DeclaredTypes>(`${name}.types.json`)
        await new Replay(world.app.baseUrl, world.app.key, declared).run(exchanges)
      } finally {
        await world.close()
      }
    })
})

function readRecording<T>(name: string): T | null {
  const file = new URL(`recordings/${name}`, import.meta.url)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
}
