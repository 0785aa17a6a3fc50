import { readFileSync } from 'node:fs'

/** Milliseconds of a clock tick in /proc. */
const tick = 10
/** Positions of user and system time in /proc/PID/stat, counted after the name of the program. */
const [userTime, systemTime] = [11, 12]

/** Milliseconds of processor time that a process and its living descendants have used; null where /proc does not tell. */
export function processorTimeOf(pid: number): number | null {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
    return children.reduce((sum, child) => sum + (processorTimeOf(Number(child)) ?? 0), ownTimeOf(pid))
  } catch {
    return null
  }
}

function ownTimeOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[userTime]) + Number(fields[systemTime])) * tick
}
