import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSandbox, type Language } from '../src/server/edge/index.ts'
import { table } from './report.ts'
import { runBench } from './run-bench.ts'
import { median, percentile } from './statistics.ts'

const help = `npm run bench -- sandbox [options]

  --calls N        calls of each language (2000)
  --write          put the table into bench/RESULTS.md`

const code: Record<Language, string> = {
  javascript: 'return { length: data.text.length, upper: data.text.toUpperCase() }',
  python: 'return {"length": len(data["text"]), "upper": data["text"].upper()}',
}
const data = { text: 'a cell of a sheet, as long as a sentence '.repeat(5) }
const coldStarts = 5

/** Measures calls of user code in a warm runner and in a cold one. */
export const benchSandbox = (args: string[]): Promise<void> =>
  runBench(args, {
    name: 'sandbox',
    heading: 'Sandbox',
    help,
    options: { calls: 2_000 },
    async measure({ calls }) {
      const rows: string[][] = []
      for (const language of ['javascript', 'python'] as const)
        rows.push([...(await measureWarm(language, calls)), await measureCold(language)])
      return `${table(heads, rows)}

For comparison, with other versions and a bare engine: JavaScript 400 to 900/s, p50 0.68 ms; Python 921/s, p50 1.04 ms, p99 2.3 ms, cold 650 to 1,037 ms.`
    },
  })

const heads = ['language', 'calls/s, one at a time', 'calls/s, two at once', 'p50 ms', 'p99 ms', 'cold ms']

async function measureWarm(language: Language, calls: number): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'galley-bench-'))
  const sandbox = createSandbox({ folder })
  const call = () => sandbox.run({ workspace: 1, language, code: code[language], data })
  try {
    await Promise.all([call(), call()])
    const times: number[] = []
    const alone = await timed(async () => {
      for (let i = 0; i < calls; i++) times.push(await timed(call))
    })
    const half = async () => {
      for (let i = 0; i < calls / 2; i++) await call()
    }
    const together = await timed(() => Promise.all([half(), half()]))
    times.sort((a, b) => a - b)
    const perSecond = (milliseconds: number) => Math.round((calls / milliseconds) * 1000).toLocaleString('en')
    return [
      language,
      perSecond(alone),
      perSecond(together),
      percentile(times, 0.5).toFixed(2),
      percentile(times, 0.99).toFixed(2),
    ]
  } finally {
    await sandbox.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Measures the first call of a new sandbox with a ready snapshot, which is the latency after an idle time.
 */
async function measureCold(language: Language): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'galley-bench-'))
  const times: number[] = []
  try {
    for (let start = 0; start <= coldStarts; start++) {
      const sandbox = createSandbox({ folder })
      await sandbox.level()
      const time = await timed(() => sandbox.run({ workspace: 1, language, code: code[language], data }))
      if (start > 0) times.push(time)
      await sandbox.close()
    }
    return median(times).toFixed(0)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}
