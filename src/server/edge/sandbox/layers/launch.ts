import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'

export const levels = ['bubblewrap', 'namespaces', 'permission', 'none'] as const
export type SandboxLevel = (typeof levels)[number]

/** A program of the runner's folder and the paths that it may read besides Node. */
export interface Launch {
  readonly entry: string
  readonly arguments: readonly string[]
  readonly readable: readonly string[]
}

/** Builds the command line of a launch. `jail` is an empty folder that a layer may mount over. */
export interface Layer {
  readonly level: SandboxLevel
  wrap(launch: Launch, node: readonly string[], jail: string): string[]
}

/** The path of a program, for commands that run without PATH. */
export function programPath(name: string): string | null {
  const folders = [...(process.env['PATH'] ?? '').split(':'), '/usr/bin', '/bin', '/usr/sbin', '/sbin']
  for (const path of folders.filter((folder) => folder.startsWith('/')).map((folder) => join(folder, name))) {
    try {
      accessSync(path, constants.X_OK)
      return path
    } catch {
      // Missing or not executable; try the next folder.
    }
  }
  return null
}

/** No core files, and a kernel limit on data memory above the engines' limits: Node with Pyodide reserves 830 MB when idle. */
const limited = 'ulimit -c 0; ulimit -d 1500000; exec "$@"'

/** Exits if the server was killed before `setpriv` took effect: the parent is then another process. */
const notOrphaned = '[ "$PPID" = "$1" ] || exit 1; shift; '

/**
 * At this niceness foreign code gets a tenth of a contended core. Set with `nice` and not from outside, because layers fork,
 * and earlier forks would keep their priority.
 */
const niceness = 10

/** Limits the command, lowers its priority, and makes the kernel end it together with this process. */
export function sandboxCommand(command: readonly string[]): string[] {
  const nice = programPath('nice')
  const [shell, setpriv] = process.platform === 'linux' ? [programPath('sh'), programPath('setpriv')] : []
  return [
    ...(nice ? [nice, '-n', String(niceness)] : []),
    ...(setpriv ? [setpriv, '--pdeathsig', 'KILL', '--'] : []),
    ...(shell ? [shell, '-c', notOrphaned + limited, 'sandbox', String(process.pid)] : []),
    ...command,
  ]
}
