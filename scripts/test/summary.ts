import type { Postgres } from '../../test/kit/postgres.ts'
import type { PhaseResult } from './run-phase.ts'

export function printSummary(
  phases: PhaseResult[],
  postgres: Postgres | undefined,
  postgresProblem: string | undefined,
  browserProblem: string | undefined,
): void {
  for (const { name, files, passed, failures, seconds } of phases) {
    const counts = `${passed} passed, ${failures.length} failed in ${files} files`
    console.log(`${name.padEnd(8)}  ${counts}, ${seconds.toFixed(1)} s`)
  }
  for (const { name, slowest } of phases)
    console.log(
      `slowest of ${name}: ${slowest.map(({ file, seconds }) => `${file} ${seconds.toFixed(0)} s`).join(', ')}`,
    )
  // Again at the end, because a log may be cut in the middle.
  for (const { name, failures } of phases)
    for (const { location, error } of failures)
      console.log(`FAIL [${name}] ${location}\n    ${error.slice(0, 300)}`)
  const unstable = phases.flatMap(({ name, unstable }) => unstable.map((file) => `${file} [${name}]`))
  if (unstable.length > 0) console.log(`unstable, to be mended: ${unstable.join(', ')}`)
  const ran = new Set(
    phases.filter(({ passed, failures }) => passed + failures.length > 0).map(({ name }) => name),
  )
  const engines = [
    ran.has('sqlite') && `SQLite ${process.versions['sqlite']} (node:sqlite)`,
    ran.has('postgres') && postgres && `PostgreSQL ${postgres.version} (${postgres.source})`,
  ].filter(Boolean)
  console.log(`engines: ${engines.join(', ') || 'none'}`)
  if (browserProblem) console.log(`\n*** Browser: the web app was NOT exercised (${browserProblem}) ***\n`)
  if (postgresProblem) console.log(`\n*** PostgreSQL: NOT exercised (${postgresProblem}) ***\n`)
}
