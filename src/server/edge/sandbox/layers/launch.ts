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

/** The folder and the parent process of a launch. */
export interface Site {
  /** An empty folder that a layer may mount over. */
  readonly jail: string
  /** The process that spawns the command. */
  readonly parent: number
}

/** Builds the command line of a launch. */
export interface Layer {
  readonly level: SandboxLevel
  wrap(launch: Launch, node: readonly string[], site: Site): string[]
}

/** Finds the path of a program, for commands that run without PATH. */
export function programPath(name: string): string | null {
  const folders = [...(process.env['PATH'] ?? '').split(':'), '/usr/bin', '/bin', '/usr/sbin', '/sbin']
  for (const path of folders.filter((folder) => folder.startsWith('/')).map((folder) => join(folder, name))) {
    try {
      accessSync(path, constants.X_OK)
      return path
    } catch {
      // The program is missing here or not executable; the next folder may have it.
    }
  }
  return null
}

/**
 * Disables core files and limits data memory in the kernel. The limit is above those of the engines: Node with Pyodide
 * reserves 830 MB when idle.
 */
const limitScript = 'ulimit -c 0; ulimit -d 1500000; exec "$@"'

/** Exits if the parent is another process, which means that its parent was killed before `setpriv` took effect. */
const orphanCheck = '[ "$PPID" = "$1" ] || exit 1; shift; '

/**
 * At this niceness user code gets a tenth of a contended core. The command begins with `nice`, because layers fork: a
 * priority that is set later would not apply to children that exist already.
 */
const niceness = 10

/** Limits the command, lowers its priority, and makes the kernel kill it when `parent` ends. */
export function sandboxCommand(command: readonly string[], parent: number): string[] {
  const nice = programPath('nice')
  const [shell, setpriv] = process.platform === 'linux' ? [programPath('sh'), programPath('setpriv')] : []
  return [
    ...(nice ? [nice, '-n', String(niceness)] : []),
    ...(setpriv ? [setpriv, '--pdeathsig', 'KILL', '--'] : []),
    ...(shell ? [shell, '-c', orphanCheck + limitScript, 'sandbox', String(parent)] : []),
    ...command,
  ]
}
