import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process'

const running = new Set<ChildProcess>()

/** Starts a process whose descendants are killed with it, also if this command ends first. */
export function spawnGroup(command: string, args: string[], options: SpawnOptions): ChildProcess {
  const child = spawn(command, args, {
    ...options,
    detached: process.platform !== 'win32',
    windowsHide: true,
  })
  running.add(child)
  child.on('close', () => running.delete(child))
  return child
}

export function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return
  if (process.platform === 'win32') {
    spawnSync('taskkill', ['/pid', String(child.pid), '/t', '/f'])
    return
  }
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // All processes of the group have ended already.
  }
}

process.on('exit', () => running.forEach(killGroup))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1))
