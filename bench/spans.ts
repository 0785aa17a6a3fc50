import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { PbfWriter } from 'pbf'
import type { Engine } from './engines.ts'
import { benchKey, type Galley, startGalley } from './galley.ts'
import { Random } from './kept-sets/random.ts'
import { cpuSeconds } from './process-figures.ts'
import { table, under, verdict } from './report.ts'
import { wordOf } from './requests/generator.ts'
import { onEngines, runBench } from './run-bench.ts'

const help = `npm run bench -- spans [options]

  --count N        LLM spans, 50 to a call of OTLP in protobuf (10000)
  --write          put the table into bench/RESULTS.md`

const spansPerCall = 50
const concurrentCalls = 4
/** Share of the spans that warm up the code and are not measured. */
const warmUpShare = 0.2
/** Seconds without a change after which merging is over. */
const quietSeconds = 3

/**
 * Measures processor time and bytes of an LLM span on SQLite, until it is durable and until it is indexed.
 */
export const benchSpans = (args: string[]): Promise<void> =>
  runBench(args, {
    name: 'spans',
    heading: 'Spans',
    help,
    options: { count: 10_000 },
    measure: ({ count }) => onEngines('sqlite', (engine) => measureSpans(engine, count)),
  })

async function measureSpans(engine: Engine, count: number): Promise<string> {
  const galley = await startGalley(engine)
  const calls = Math.ceil(count / spansPerCall)
  const warmUps = Math.ceil(calls * warmUpShare)
  const before = usedBytes(engine)
  let sent = await send(galley, 0, warmUps)
  await whenMerged(engine)
  const started = performance.now()
  const cpu = cpuSeconds(galley.pid)
  sent += await send(galley, warmUps, calls)
  const seconds = (performance.now() - started) / 1000
  const answered = cpuSeconds(galley.pid) - cpu
  await whenIndexed(engine)
  const indexed = cpuSeconds(galley.pid) - cpu
  await whenMerged(engine)
  const merged = cpuSeconds(galley.pid) - cpu
  await galley.stop()
  const spans = (calls - warmUps) * spansPerCall
  const ratio = (usedBytes(engine) - before) / sent
  const milliseconds = (total: number) => (total * 1000) / spans
  const rows = [
    ['spans a second', `${Math.round(spans / seconds)}`, ''],
    ['processor to the answer', `${milliseconds(answered).toFixed(3)} ms a span`, ''],
    [
      'processor until indexed',
      `${milliseconds(indexed).toFixed(3)} ms a span`,
      barOf(0.35, milliseconds(indexed)),
    ],
    ['processor until the word index is merged', `${milliseconds(merged).toFixed(3)} ms a span`, ''],
    ['bytes on disk of a byte sent', ratio.toFixed(2), barOf(0.9, ratio)],
    ['bytes sent', `${Math.round(sent / calls / spansPerCall)} a span`, ''],
  ]
  const parts = bytesByPart(engine).map(([name, ...shares]) => [
    name,
    ...shares.map((bytes) => (bytes / sent).toFixed(3)),
  ])
  return `${table(['figure', 'value', 'bar'], rows)}\n\n${table(['table or index', 'bytes of a byte sent', 'of them unused'], parts)}`
}

/**
 * The largest tables and indexes of the file, with the bytes of their pages and the unused bytes in these
 * pages.
 */
function bytesByPart({ folder }: Engine): [name: string, bytes: number, unused: number][] {
  const database = new DatabaseSync(join(folder, 'galley.db'), { readOnly: true })
  const rows = database
    .prepare(
      'select name, sum(pgsize) as bytes, sum(unused) as unused from dbstat group by name order by bytes desc limit 20',
    )
    .all()
  database.close()
  return rows.map(({ name, bytes, unused }) => [String(name), Number(bytes), Number(unused)])
}

const barOf = (bar: number, value: number): string => verdict([under(bar, value)])

/** Sends the calls `from` to `to`. Returns the bytes of their bodies. */
async function send({ url }: Galley, from: number, to: number): Promise<number> {
  let next = from
  let bytes = 0
  const sender = async () => {
    while (next < to) {
      const body = exportOf(next++)
      bytes += body.length
      const answer = await fetch(`${url}/v1/traces`, {
        method: 'POST',
        headers: { 'X-API-KEY': benchKey, 'Content-Type': 'application/x-protobuf' },
        body,
      })
      await answer.arrayBuffer()
      if (!answer.ok) throw new Error(`Galley answered ${answer.status}`)
    }
  }
  await Promise.all(Array.from({ length: concurrentCalls }, sender))
  return bytes
}

async function whenIndexed({ folder }: Engine): Promise<void> {
  const database = new DatabaseSync(join(folder, 'galley.db'), { readOnly: true })
  while (database.prepare('select 1 from request_arrivals limit 1').get()) await sleep(50)
  database.close()
}

/** Waits until the segments of the word index stay as they are: the server merges them once no spans arrive. */
async function whenMerged(engine: Engine): Promise<void> {
  await whenIndexed(engine)
  const database = new DatabaseSync(join(engine.folder, 'galley.db'), { readOnly: true })
  const read = database.prepare('select group_concat(distinct segid) as segments from request_words_idx')
  const segments = () => String(read.get()!['segments'])
  let last = segments()
  for (let quiet = 0; quiet < quietSeconds; quiet++) {
    await sleep(1000)
    const now = segments()
    if (now !== last) quiet = -1
    last = now
  }
  database.close()
}

/** Bytes of the pages in use; free ones are filled by later spans. */
function usedBytes({ folder }: Engine): number {
  const database = new DatabaseSync(join(folder, 'galley.db'), { readOnly: true })
  const { bytes } = database.prepare('select sum(pgsize) as bytes from dbstat').get()!
  database.close()
  return Number(bytes)
}

type Fields = (writer: PbfWriter) => void

const message = (write: Fields): Uint8Array<ArrayBuffer> => {
  const writer = new PbfWriter()
  write(writer)
  return new Uint8Array(writer.finish())
}

function attribute(key: string, value: string | number): Uint8Array {
  return message((pair) => {
    pair.writeStringField(1, key)
    const anyValue = message((writer) =>
      typeof value === 'string' ? writer.writeStringField(1, value) : writer.writeVarintField(3, value),
    )
    pair.writeBytesField(2, anyValue)
  })
}

/** An opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest with the spans of five traces. */
function exportOf(call: number): Uint8Array<ArrayBuffer> {
  const random = new Random(call)
  const spans = Array.from({ length: spansPerCall }, (_, index) => spanOf(call, index, random))
  const scope = message((writer) => {
    for (const span of spans) writer.writeBytesField(2, span)
  })
  const attributes = message((writer) => writer.writeBytesField(1, attribute('service.name', 'support-desk')))
  const resource = message((writer) => {
    writer.writeBytesField(1, attributes)
    writer.writeBytesField(2, scope)
  })
  return message((writer) => writer.writeBytesField(1, resource))
}

const vocabulary = 20_000

function prose(random: Random, words: number): string {
  return Array.from({ length: words }, () => wordOf(random.skewed(vocabulary))).join(' ')
}

const hex = (number: number, digits: number) => Buffer.from(number.toString(16).padStart(digits, '0'), 'hex')

/** A span of a model call in the GenAI conventions, about 5 kB. */
function spanOf(call: number, index: number, random: Random): Uint8Array {
  const part = (content: string) => [{ type: 'text', content }]
  const id = call * spansPerCall + index + 1
  const input = [
    { role: 'system', parts: part('You answer questions about invoices.') },
    { role: 'user', parts: part(prose(random, 320)) },
  ]
  const output = [{ role: 'assistant', parts: part(prose(random, 180)), finish_reason: 'stop' }]
  const startedAt = Date.UTC(2026, 10, 20) + id * 100
  const attributes: Record<string, string | number> = {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': 'openai',
    'gen_ai.request.model': 'gpt-4o-mini',
    'gen_ai.response.model': 'gpt-4o-mini-2024-07-18',
    'gen_ai.response.id': `chatcmpl-${id}`,
    'gen_ai.request.max_tokens': 500,
    'gen_ai.usage.input_tokens': 410,
    'gen_ai.usage.output_tokens': 230,
    'gen_ai.input.messages': JSON.stringify(input),
    'gen_ai.output.messages': JSON.stringify(output),
  }
  return message((span) => {
    span.writeBytesField(1, hex(call * 10 + Math.floor(index / 10) + 1, 32))
    span.writeBytesField(2, hex(id, 16))
    span.writeStringField(5, 'chat gpt-4o-mini')
    span.writeVarintField(6, 3)
    span.writeFixed64Field(7, startedAt * 1_000_000)
    span.writeFixed64Field(8, (startedAt + 800) * 1_000_000)
    for (const [key, value] of Object.entries(attributes)) span.writeBytesField(9, attribute(key, value))
  })
}
