import { readLine } from './command-line.ts'

// Only this user may read new files, SQLite's included.
process.umask(0o077)
const reading = readLine(process.argv.slice(2))
if ('answer' in reading) console.log(reading.answer)
else if ('problem' in reading) {
  console.error(`galley: ${reading.problem} "galley --help" lists commands and options.`)
  process.exitCode = 2
} else {
  // Loading the server takes a second; the cases above do not need the server.
  const { runCommand } = await import('./commands/index.ts')
  const code = await runCommand(reading.line, process.env)
  if (code === null) process.exit(1)
  process.exitCode = code
}
