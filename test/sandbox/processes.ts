import { readdirSync, readFileSync } from 'node:fs'

export interface RunningProcess {
  readonly pid: number
  readonly command: string
  readonly residentBytes: number
}

/** All descendants of this process, as Linux reports them. */
export function descendants(ancestor: number): RunningProcess[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const [state, parent] = statusOf(Number(name))
    if (state && state !== 'Z') parents.set(Number(name), parent)
  }
  const below = (pid: number): boolean => {
    const parent = parents.get(pid)
    return parent !== undefined && (parent === ancestor || below(parent))
  }
  return [...parents.keys()].filter(below).map(describe)
}

export function runnersOf(ancestor: number): RunningProcess[] {
  return descendants(ancestor).filter(({ command }) => /^\S*\/node .*sandbox\/runner\/\w+\.ts/.test(command))
}

export function isRunning(pid: number): boolean {
  const [state] = statusOf(pid)
  return state !== undefined && state !== 'Z'
}

/**
 * Waits until the condition holds, and fails with its last value. On a busy machine a runner takes 10 s to
 * start.
 */
export async function eventually(condition: string, holds: () => boolean, withinMs = 30_000): Promise<void> {
  for (const end = Date.now() + withinMs; !holds(); ) {
    if (Date.now() > end) throw new Error(`It did not come true within ${withinMs} ms: ${condition}`)
    await new Promise((wake) => setTimeout(wake, 20))
  }
}

/** Ticks of processor time, of 10 ms each, that tell a runner with endless code from one that has nothing to do. */
const busyTicks = 10

/**
 * Takes the processor time of the runners now. The returned function waits until `count` of them have used more, as code
 * does that was started since.
 */
export function watchRunners(ancestor: number, count = 1): () => Promise<void> {
  const before = new Map(runnersOf(ancestor).map(({ pid }) => [pid, statusOf(pid)[2]]))
  const busy = () => [...before].filter(([pid, ticks]) => statusOf(pid)[2] >= ticks + busyTicks)
  return () => eventually(`${count} of ${before.size} runners are busy`, () => busy().length >= count)
}

function statusOf(pid: number): [state: string | undefined, parent: number, ticks: number] {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return [fields[0], Number(fields[1]), Number(fields[11]) + Number(fields[12])]
  } catch {
    return [undefined, 0, 0]
  }
}

function describe(pid: number): RunningProcess {
  const read = (name: string) => {
    try {
      return readFileSync(`/proc/${pid}/${name}`, 'utf8')
    } catch {
      return ''
    }
  }
  const pages = Number(read('statm').split(' ')[1] ?? 0)
  return { pid, command: read('cmdline').replaceAll('\0', ' '), residentBytes: pages * 4096 }
}
