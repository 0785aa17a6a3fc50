import { startBareServer } from './bare.ts'
import { type Bench, measures } from './bench.ts'
import { drive, type WireRequest } from './load.ts'
import { atLeast, type Row, under } from './report.ts'
import { interleave } from './rounds.ts'
import { medianOf, medianRatio } from './statistics.ts'
import { fetches, publishTemplate } from './template.ts'

const fetchRatio = 0.5
const fetchP99 = 10

/** Measures template reads against a bare server that answers the same request with a constant of the same size. */
export async function measureFetches(bench: Bench): Promise<Row[]> {
  const { galley } = bench
  await publishTemplate(galley.url)
  const rows: Row[] = []
  for (const [name, request] of measures(bench, fetches)) {
    const text = await answerTo(galley.url, request)
    const bare = await startBareServer([{ method: request.method, url: '/prompt-templates/:name', text }])
    for (const connections of [1, 64]) {
      const load = { requests: [request], connections, seconds: bench.settings.seconds }
      const { ours, theirs } = await interleave(bench.settings.rounds, {
        ours: () => drive(bench.generator, galley.pid, { ...load, url: galley.url }),
        theirs: () => drive(bench.generator, bare.pid, { ...load, url: bare.url }),
      })
      const p99 = medianOf(ours, 'p99')
      rows.push({
        measure: name,
        connections,
        against: `bare Fastify, ${text.length} B`,
        ours,
        theirs,
        ratio: medianRatio(ours, theirs),
        bars: [
          atLeast(fetchRatio, medianRatio(ours, theirs)),
          ...(connections === 64 ? [under(fetchP99, p99)] : []),
        ],
      })
      bench.show(rows.at(-1)!)
    }
    bare.stop()
  }
  return rows
}

async function answerTo(url: string, { method, path, headers, body }: WireRequest): Promise<string> {
  const response = await fetch(url + path, { method, headers, body })
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
  return response.text()
}
