/**
 * `npm run seed` makes prompts, a week of requests, a trace and an evaluation of 200 tickets over HTTP. The
 * running Galley must have the models of `npm run fake-models`. GALLEY_URL and GALLEY_API_KEY, or
 * data/api-key, name the server.
 */
import { readFileSync } from 'node:fs'
import { makeTickets, Random } from '../../src/server/sample/content/index.ts'
import { createEvaluation, rescore, run, score } from './evaluation.ts'
import { Galley } from './galley.ts'
import { logHistory, publishPrompts, storeTraces } from './send.ts'

const origin = process.env['GALLEY_URL'] ?? 'http://127.0.0.1:4400'
const key = process.env['GALLEY_API_KEY'] ?? readFileSync('data/api-key', 'utf8').trim()
const galley = new Galley(origin, key)
const random = new Random(20)
const tickets = makeTickets(random, 200)

await publishPrompts(galley)
console.log('5 prompts published, with their versions and labels')
await logHistory(galley, random, tickets, 600, Date.now())
await storeTraces(galley, Date.now())
console.log('600 requests of the last week logged, and a trace of six spans')

const { table, path, columns } = await createEvaluation(galley, tickets)
console.log(`\nA table of ${tickets.length} tickets: ${origin}/tables/${table}`)

console.log('\nFive rows as a sample')
const sample = await run(galley, path, { row_ids: [0, 1, 2, 3, 4] })
print('cells computed', sample.completed_count)
print('calls of a model', sample.call_count)
if (sample.completed_count === 0) {
  console.error(
    `\nAll ${sample.failed_count} cells failed. Start the server with the lines that npm run fake-models prints, then seed again.`,
  )
  process.exit(1)
}
const { total, cell_count: cellCount } = await galley.post(`${path}/operations/forecast`, {})
console.log('\nWhat the rest will take')
print('cells', cellCount)
print('calls of a model', between(total.calls))
print('US dollars', between(total.cost))

console.log('\nThe rest')
const fullRun = await run(galley, path, { budget: { cost: '1' } })
print('cells computed', fullRun.completed_count)
print('calls of a model', fullRun.call_count)
print('US dollars', fullRun.cost.toFixed(6))

console.log('\nThe scorecard')
printScore(await score(galley, path))
await galley.post(`${path}/versions`, { name: 'baseline' })

console.log('\nOne ticket is edited')
const { data } = await galley.get(`${path}/rows?limit=1`)
const edited = await galley.patch(`${path}/cells/${data[0].cells[columns.get('ticket')!].id}`, {
  value: 'The head torch of order A-10001 came without a charger. Can I return it?',
})
print('cells that became stale', edited.stale_count)
const again = await run(galley, path, {})
print('cells of the run', again.cell_count)
print('cells computed or found unchanged', again.completed_count)
print('calls of a model', again.call_count)
printScore(await rescore(galley, path, { row_indices: [0] }))

function print(name: string, value: unknown) {
  console.log(`  ${name}: ${value}`)
}

interface Calculation {
  readonly aggregate_score: number
  readonly aggregate_verdict: string
  readonly criterion_summaries: Readonly<Record<string, Criterion>>
}

interface Criterion {
  readonly title: string
  readonly pass_count: number
  readonly fail_count: number
  readonly confidence_interval: { readonly low: number; readonly high: number }
}

function printScore({ aggregate_score, aggregate_verdict, criterion_summaries }: Calculation) {
  print('score', `${aggregate_score.toFixed(3)} (${aggregate_verdict})`)
  for (const { title, pass_count, fail_count, confidence_interval: at } of Object.values(criterion_summaries))
    print(title, `${pass_count} pass, ${fail_count} fail (${at.low.toFixed(3)} to ${at.high.toFixed(3)})`)
}

function between({ low, likely, high }: { low: number; likely: number; high: number }): string {
  return `${likely} (between ${low} and ${high})`
}
