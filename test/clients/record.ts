import { writeFileSync } from 'node:fs'
import { startRunWorld } from '../journeys/support/running.ts'
import { callJavaScriptSdk } from './js-calls.ts'
import { callMcpServer } from './mcp-calls.ts'
import { callPython } from './python-calls.ts'
import { startRecordingProxy } from './recording-proxy.ts'
import { WatchedSdk } from './watched-sdk.ts'

/**
 * Records what a client of the vendor sends to Galley, for `recorded-sdks.test.ts`. By hand:
 *   node test/clients/record.ts promptlayer-js-2.0.13 /path/to/prompt-layer-js/dist/index.js
 *   node test/clients/record.ts promptlayer-mcp-1.3.0 /path/to/promptlayer-mcp/build/index.js
 *   node test/clients/record.ts promptlayer-python-0.5.2 /path/to/venv/bin/python (promptlayer 0.5.2, langchain 0.2.17)
 *   node test/clients/record.ts litellm-1.106.2 /path/to/venv/bin/python (litellm 1.106.2, mcp)
 *   node test/clients/record.ts langchain-community-0.3.27 /path/to/venv/bin/python (promptlayer 0.5.6, langchain-openai)
 */
const [name, path] = process.argv.slice(2)
if (!name || !path) throw new Error('usage: record.ts NAME PATH')

// The SDK is imported before the built-ins are hardened, because nunjucks, which it imports, changes them.
const sdk = name.startsWith('promptlayer-js') ? await import(path) : null
const world = await startRunWorld()
const proxy = await startRecordingProxy(world.app.baseUrl, world.app.key)
const write = (file: string, value: unknown) =>
  writeFileSync(new URL(`recordings/${file}`, import.meta.url), `${JSON.stringify(value)}\n`)
try {
  let { exchanges } = proxy
  if (sdk) {
    const watched = new WatchedSdk(sdk, proxy)
    await callJavaScriptSdk(watched.sdk, proxy, world)
    const finished = watched.finish(path)
    exchanges = finished.exchanges
    write(`${name}.types.json`, finished.declared)
  } else if (name.startsWith('promptlayer-mcp')) await callMcpServer(path, proxy, world.app.key)
  else await callPython(name, { python: path, proxy, world })
  write(`${name}.json`, exchanges)
  console.log(`${exchanges.length} requests`)
} finally {
  await proxy.close()
  await world.close()
}
process.exit(0)
