import { readFileSync } from 'node:fs'

/** Clock ticks per second of Linux's accounting, the same in every distribution. */
const ticksPerSecond = 100

/** Processor seconds of all threads of a process; NaN if the system does not report them. */
export function cpuSeconds(pid: number): number {
  const fields = read(pid, 'stat').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}

/** Resident memory of a process; NaN if the system does not report it. */
export function residentMegabytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(read(pid, 'status'))?.[1]) / 1024
}

/** Resident memory without mapped files, whose pages the system can reclaim. */
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
