/** The commands of `galley`, one file each; `run-command.ts` runs the one that was read from the command line. */

export { runCommand } from './run-command.ts'
