import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'

/** All that can be known of the code without running it: `npm run check:walls` and so on, the longest first. */
const checks = ['walls', 'types', 'unused', 'style', 'map']

interface Checked {
  readonly name: string
  readonly printed: string
  readonly code: number | null
}

/** They run beside each other: most of them keep to one core. */
const checked = await Promise.all(checks.map(check))
for (const { printed } of checked) process.stdout.write(printed)
const failed = checked.filter(({ code }) => code !== 0)
for (const { name, code } of failed) console.error(`check:${name} ended with exit code ${code}`)
process.exitCode = failed.length > 0 ? 1 : 0

async function check(name: string): Promise<Checked> {
  const child = spawn(`npm run --silent check:${name} 2>&1`, {
    shell: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const code = new Promise<number | null>((resolve) => child.on('close', resolve))
  return { name, printed: await text(child.stdout), code: await code }
}
