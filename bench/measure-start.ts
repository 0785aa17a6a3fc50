import { setTimeout as sleep } from 'node:timers/promises'
import type { Engine } from './engines.ts'
import { startGalley } from './galley.ts'
import { residentMegabytes } from './process-figures.ts'
import { type Figure, under } from './report.ts'
import { median } from './statistics.ts'

const readyMs = 1_000
const idleMegabytes = 150
const starts = 5
const idleMs = 5_000

/**
 * Starts the server on the folder that the load has filled. Measures the time and the memory of the idle
 * process.
 */
export async function measureStart(engine: Engine): Promise<Figure[]> {
  const times: number[] = []
  for (let run = 0; run < starts; run++) {
    const galley = await startGalley(engine)
    times.push(galley.readyAfterMs)
    await galley.stop()
  }
  const galley = await startGalley(engine)
  await sleep(idleMs)
  const idle = residentMegabytes(galley.pid)
  await galley.stop()
  const ready = median(times)
  return [
    {
      name: `ready on an existing folder, median of ${starts}`,
      value: ready,
      unit: 'ms',
      bars: [under(readyMs, ready)],
    },
    {
      name: `memory ${idleMs / 1000} s after the start`,
      value: idle,
      unit: 'MB',
      bars: [under(idleMegabytes, idle)],
    },
  ]
}

export const memoryAfterLoad = (pid: number): Figure => ({
  name: 'memory after the load',
  value: residentMegabytes(pid),
  unit: 'MB',
  bars: [],
})
