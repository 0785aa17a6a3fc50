/** The commands of `galley`; `run-command.ts` runs the one of the command line. */

export { runCommand } from './run-command.ts'
