import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'

export const levels = ['bubblewrap', 'namespaces', 'permission', 'none'] as const
export type SandboxLevel = (typeof levels)[number]

/** A program of the runner's folder, and all it may read besides Node itself. */
export interface Launch {
  readonly entry: string
  readonly arguments: readonly string[]
  readonly readable: readonly string[]
}

/** How a launch becomes a command line. `jail` is an empty folder a layer may mount over. */
export interface Layer {
  readonly level: SandboxLevel
  wrap(launch: Launch, node: readonly string[], jail: string): string[]
}

/** Where a program is, for command lines that run without a PATH. */
export function programPath(name: string): string | null {
  const folders = [...(process.env['PATH'] ?? '').split(':'), '/usr/bin', '/bin', '/usr/sbin', '/sbin']
  for (const path of folders.filter((folder) => folder.startsWith('/')).map((folder) => join(folder, name))) {
    try {
      accessSync(path, constants.X_OK)
      return path
    } catch {
      // Not there, or not to be run: the next folder may have it.
    }
  }
  return null
}

/**
 * No core files, and a ceiling on memory as the kernel counts it, beneath those of the engines: Node with Pyodide
 * counts 830 MB at rest, most of it never touched.
 */
const limited = 'ulimit -c 0; ulimit -d 1500000; exec "$@"'

/** A server that was killed before the kernel was told to end this command with it is not its parent any more. */
const notOrphaned = '[ "$PPID" = "$1" ] || exit 1; shift; '

/**
 * Niceness of foreign code: a tenth of a core is left to it when the server wants the same one. Set by `nice` and not from
 * outside, because a layer forks: a process that was forked before keeps what it had.
 */
const niceness = 10

/** Limits the command, lets it give way, and lets the kernel end it when this process ends, however it ends. */
export function confined(command: readonly string[]): string[] {
  const nice = programPath('nice')
  const [shell, setpriv] = process.platform === 'linux' ? [programPath('sh'), programPath('setpriv')] : []
  return [
    ...(nice ? [nice, '-n', String(niceness)] : []),
    ...(setpriv ? [setpriv, '--pdeathsig', 'KILL', '--'] : []),
    ...(shell ? [shell, '-c', notOrphaned + limited, 'sandbox', String(process.pid)] : []),
    ...command,
  ]
}
