import { readFileSync } from 'node:fs'

/** Of Linux's accounting; every distribution sets it so. */
const ticksPerSecond = 100

/** Processor time a process has used, all threads; NaN where the system does not tell. */
export function cpuSeconds(pid: number): number {
  const fields = read(pid, 'stat').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}

/** Memory a process holds now; NaN where the system does not tell. */
export function residentMegabytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(read(pid, 'status'))?.[1]) / 1024
}

/** As `residentMegabytes`, without files that are mapped: their pages are the system's to take back. */
export function ownMegabytes(pid: number): number {
  return Number(/RssAnon:\s+(\d+) kB/.exec(read(pid, 'status'))?.[1]) / 1024
}

function read(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return ''
  }
}
