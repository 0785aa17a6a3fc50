/** Kills a process that leads a group, with the group. */
export function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // The process has ended.
  }
}
