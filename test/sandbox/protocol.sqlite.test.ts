import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { FrameReader, ProtocolFault, writeFrame } from '../../src/server/edge/sandbox/frame-reader.ts'
import { SandboxUnavailable } from '../../src/server/edge/sandbox/job.ts'
import { shapeFault } from '../../src/server/edge/sandbox/json-shape.ts'
import { capMemory } from '../../src/server/edge/sandbox/runner/cap-memory.ts'
import { RunnerProcess } from '../../src/server/edge/sandbox/runner-process.ts'
import { Spawner } from '../../src/server/edge/sandbox/spawner/spawner.ts'

const value = writeFrame({ kind: 'value', retire: false }, '"é"')

describe('frames of a runner', () => {
  let spawner: Spawner
  before(async () => {
    spawner = await Spawner.start()
  })
  after(() => spawner.close())

  test('are complete for any chunks', () => {
    const both = Buffer.concat([value, writeFrame({ kind: 'log', stream: 'stdout' }, 'x')])
    for (let size = 1; size <= both.length; size++) {
      const reader = new FrameReader(100)
      const bodies: string[] = []
      for (let offset = 0; offset < both.length; offset += size)
        for (const { body } of reader.read(both.subarray(offset, offset + size))) bodies.push(body.toString())
      assert.deepEqual(bodies, ['"é"', 'x'])
    }
  })

  const lies: Record<string, Buffer> = {
    'text of its own': Buffer.from('hello, this is no frame at all'),
    'a head too large': Buffer.from([0, 0x10, 0, 0, 0, 0, 0, 0]),
    'a body too large': Buffer.from([0, 0, 0, 2, 0xff, 0xff, 0xff, 0xff]),
    'a head that is no JSON': writeRaw('{'),
    'a head of another kind': writeRaw('{"kind":"exec"}'),
    'a head with more in it': writeRaw('{"kind":"value","retire":false,"__proto__":{"x":1}}'),
    'a line that is no line': writeRaw(
      '{"kind":"failure","retire":false,"failure":{"type":"","message":"","line":-1,"kind":"syntax"}}',
    ),
  }
  for (const [name, bytes] of Object.entries(lies))
    test(`${name} is ignored`, () => {
      assert.throws(() => [...new FrameReader(1000).read(bytes)], ProtocolFault)
    })

  test('a runner that sends an unexpected message is ended', { timeout: 10_000 }, async () => {
    const program = `process.stdout.write(Buffer.from(${JSON.stringify([...value])})); setInterval(() => {}, 1000)`
    const spawned = await spawner.spawn(() => [process.execPath, '-e', program])
    const runner = new RunnerProcess(spawned, 100)
    await assert.rejects(runner.ready, SandboxUnavailable)
    const { fault } = await runner.ended
    assert.ok(fault)
  })

  test('a runner that cannot be spawned is unavailable', async () => {
    await assert.rejects(
      spawner.spawn(() => ['/no/such/program']),
      SandboxUnavailable,
    )
  })
})

function writeRaw(head: string): Buffer {
  const sizes = Buffer.alloc(8)
  sizes.writeUInt32BE(Buffer.byteLength(head), 0)
  return Buffer.concat([sizes, Buffer.from(head)])
}

test('brackets and commas in text do not count as nesting', () => {
  const deep = '['.repeat(200)
  assert.equal(shapeFault(Buffer.from(JSON.stringify({ a: [deep, `\\"${deep}`, '\\'], [deep]: 1 }))), null)
  assert.match(shapeFault(Buffer.from(`["\\\\",${deep}`))!, /100 levels/)
  assert.equal(shapeFault(Buffer.from('"never closed [[[')), null)
})

test('both engines are bound by the ceiling written into them', async () => {
  for (const name of ['quickjs-wasi/quickjs.wasm', 'pyodide/pyodide.asm.wasm']) {
    const bytes = readFileSync(fileURLToPath(import.meta.resolve(name)))
    const { WebAssembly } = globalThis as unknown as { WebAssembly: { validate(bytes: Uint8Array): boolean } }
    const capped = capMemory(bytes, 192 * 1024 * 1024)
    assert.ok(WebAssembly.validate(capped))
    assert.notDeepEqual(capped, new Uint8Array(bytes))
    assert.throws(() => capMemory(bytes, 65_536), /does not declare/)
  }
})
