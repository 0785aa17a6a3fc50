import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { Progress } from './progress.ts'

/**
 * Static checks, `npm run check:walls` and so on, longest first. They run in parallel, because most use one core.
 */
const checks = ['walls', 'types', 'unused', 'style', 'map']
/** The remedy of most failures of a check whose output names none. */
const remedies: Readonly<Record<string, string>> = {
  style: '`npm run format` mends the format and the order of imports.',
  unused: 'Delete what nothing uses, or its export if only its own file uses it.',
}

const running = new Set(checks)
const failed: string[] = []
const progress = new Progress(() => `checks running: ${[...running].join(', ')}`)
await Promise.all(checks.map(check))
progress.stop()
for (const failure of failed) console.error(failure)
process.exitCode = failed.length > 0 ? 1 : 0

async function check(name: string): Promise<void> {
  const started = performance.now()
  const child = spawn(`npm run --silent check:${name} 2>&1`, {
    shell: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const code = new Promise<number | null>((resolve) => child.on('close', resolve))
  const printed = await text(child.stdout)
  const isPassed = (await code) === 0
  running.delete(name)
  if (!isPassed) failed.push(`check:${name} ended with exit code ${await code}`)
  const seconds = ((performance.now() - started) / 1000).toFixed(0)
  const remedy = isPassed || !remedies[name] ? '' : `\n${remedies[name]}`
  progress.print(`${printed}check:${name} ${isPassed ? 'passed' : 'FAILED'}, ${seconds} s${remedy}`)
}
