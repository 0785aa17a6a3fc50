import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

export const keyShape = /pl_[0-9A-Za-z]{49}/g

/** The printed commands, each from `curl` to the line that closes its body. */
export function printedCommands(text: string): string[] {
  return [...text.matchAll(/^ {4}(curl [\s\S]*?'\{[\s\S]*?\}')$/gm)].map(([, command]) => command!)
}

export async function inBash(command: string, environment: NodeJS.ProcessEnv = {}) {
  const { stdout } = await promisify(execFile)('bash', ['-c', command], {
    env: { PATH: process.env['PATH'], ...environment },
  })
  return JSON.parse(stdout) as Record<string, unknown>
}

/** Starts the given command with a terminal as its output. */
export const atTerminal = ['sh', '-c', 'exec script -qefc "$0 $*" /dev/null']
