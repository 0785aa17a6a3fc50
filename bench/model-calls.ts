import { setTimeout as pass } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { migrate, openStore, type Store } from '../src/server/db/index.ts'
import { callWithRetries } from '../src/server/model/call-with-retries.ts'
import { ModelFailure } from '../src/server/model/failure.ts'
import type { ModelReply } from '../src/server/model/provider.ts'
import { createModelSlots, type ModelSlots, type SlotRequest } from '../src/server/model/slots/index.ts'
import { createPricer } from '../src/server/prices/index.ts'
import type { WorkspaceId } from '../src/server/workspace-id.ts'
import { createWorkspace } from '../src/server/workspaces/index.ts'
import { HiddenRate } from '../test/model/hidden-rate.ts'
import { openEngine } from './engines.ts'

/**
 * Measures the overhead of slots and prices in real time: `npm run bench -- model-calls [--calls N] [--rate
 * N]`.
 */
export async function benchModelCalls(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { calls: { type: 'string', default: '10000' }, rate: { type: 'string', default: '1000' } },
  })
  for (const name of ['sqlite', 'postgres'] as const) {
    const engine = await openEngine(name)
    await migrate(engine)
    const store = await openStore(engine)
    const created = await createWorkspace(store, { name: 'bench', now: Date.now() })
    const workspace = created.workspaceId as WorkspaceId
    console.log(`${store.version}`)
    console.log(`  ${await hiddenRate(store, workspace, Number(values.calls), Number(values.rate))}`)
    console.log(`  ${await overhead(store, workspace)}`)
    console.log(`  ${await pricing(store, workspace)}`)
    await store.close()
    await engine.remove()
  }
}

function requestOf(workspace: WorkspaceId, name: string, calls: number | null = null): SlotRequest {
  return {
    workspace,
    pool: { provider: 'bench', connection: name, model: 'a model' },
    run: { id: name, limits: { calls, cost: null } },
    estimate: { tokens: 100, cost: null },
    costOf: () => null,
    signal: new AbortController().signal,
  }
}

const reply: ModelReply = { response: {}, usage: null, finishReason: null, model: 'a model' }
const world = {
  now: () => performance.now(),
  sleep: (milliseconds: number) => pass(milliseconds),
  random: () => 0,
}

const callThrough = (slots: ModelSlots, request: SlotRequest, attempt: () => Promise<ModelReply>) =>
  slots.run(request, (takeSlot) =>
    callWithRetries(attempt, { attempts: 3, deadlineMilliseconds: 3_600_000, takeSlot }, world),
  )

async function hiddenRate(
  store: Store,
  workspace: WorkspaceId,
  calls: number,
  rate: number,
): Promise<string> {
  const slots = createModelSlots(store)
  const hidden = new HiddenRate(rate, rate, performance.now())
  const finished = new Map<number, number>()
  const startedAt = performance.now()
  const call = async (index: number) => {
    const wait = hidden.admit(performance.now())
    await pass(wait === null ? 20 : 2)
    if (wait !== null) throw refusal(wait)
    finished.set(index, (finished.get(index) ?? 0) + 1)
    return reply
  }
  await Promise.all(
    Array.from({ length: calls }, (_, index) =>
      callThrough(slots, requestOf(workspace, 'hidden rate'), () => call(index)),
    ),
  )
  const seconds = (performance.now() - startedAt) / 1000
  await slots.close()
  const doubled = [...finished.values()].filter((times) => times > 1).length
  const used = ((calls - hidden.burst) / rate / seconds).toFixed(3)
  return `${calls} calls, ${rate}/s allowed: ${seconds.toFixed(1)} s, ${used} of the allowed rate, ${hidden.refused} refused, ${calls - finished.size} lost, ${doubled} doubled`
}

async function overhead(store: Store, workspace: WorkspaceId): Promise<string> {
  const slots = createModelSlots(store)
  const free = await timed((call) => callThrough(slots, requestOf(workspace, 'free'), call))
  const limited = await timed((call) => callThrough(slots, requestOf(workspace, 'limited', 100_000), call))
  await slots.close()
  return `beyond the provider's own time, 8 at once: ${free}; with a budget: ${limited}`
}

async function pricing(store: Store, workspace: WorkspaceId): Promise<string> {
  const pricer = createPricer(store, Date.now)
  const usage = { inputTokens: 1200, outputTokens: 300, cachedInputTokens: 400, reasoningTokens: 50 }
  const call = { provider: 'openai', models: ['gpt-4o'], time: Date.now(), serviceTier: null, usage }
  const first = performance.now()
  await pricer.price(workspace, call)
  const loading = performance.now() - first
  const times: number[] = []
  for (let round = 0; round < 20_000; round++) {
    const start = performance.now()
    await pricer.price(workspace, call)
    times.push(performance.now() - start)
  }
  const mean = (times.reduce((sum, time) => sum + time, 0) / times.length) * 1000
  return `a price: mean ${mean.toFixed(1)} µs, ${quantiles(times.map((time) => time * 1000))} µs; the first, with loading the list: ${loading.toFixed(0)} ms`
}

/** Measures the overhead of 2,000 calls that take about a millisecond each. */
async function timed(run: (call: () => Promise<ModelReply>) => Promise<unknown>): Promise<string> {
  const times: number[] = []
  const worker = async () => {
    while (times.length < 2000) {
      let own = 0
      const start = performance.now()
      await run(async () => {
        const startedAt = performance.now()
        await pass(1)
        own = performance.now() - startedAt
        return reply
      })
      times.push(performance.now() - start - own)
    }
  }
  await Promise.all(Array.from({ length: 8 }, worker))
  return `${quantiles(times)} ms`
}

function quantiles(times: number[]): string {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (part: number) => sorted[Math.floor(sorted.length * part)]!.toFixed(3)
  return `p50 ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)}`
}

const refusal = (wait: number) =>
  new ModelFailure('Too many requests.', {
    errorType: 'PROVIDER_RATE_LIMIT',
    status: 429,
    retryable: true,
    retryAfterMilliseconds: Math.ceil(wait),
  })
