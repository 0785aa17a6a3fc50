import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { installedClickHouse } from '../test/clickhouse/installed-clickhouse.ts'
import { makeMigratedDatabase, makeMigratedFile } from '../test/kit/migrated.ts'
import { type Postgres, startPostgres } from '../test/kit/postgres.ts'
import { installedPython } from '../test/python/installed-python.ts'
import { installedBrowser } from '../test/web/installed-browser.ts'
import { Progress } from './progress.ts'
import { environmentFor } from './test/environment.ts'
import { readOptions } from './test/options.ts'
import { buildProgram } from './test/program.ts'
import { type PhaseResult, runPhase } from './test/run-phase.ts'
import { printSummary } from './test/summary.ts'

const { phases: planned, isWhole, fileSeconds, slowestShown, leftOut, namePattern } = readOptions()
const isPythonTest = (file: string) => file.startsWith('test/python/')
const lacksPython = !installedPython() && planned.some(({ files }) => files.some(isPythonTest))
const isClickHouseTest = (file: string) => file.startsWith('test/clickhouse/')
const lacksClickHouse = !installedClickHouse() && planned.some(({ files }) => files.some(isClickHouseTest))
const phases = planned
  .map(({ name, files }) => ({
    name,
    files: files.filter(
      (file) => !(lacksPython && isPythonTest(file)) && !(lacksClickHouse && isClickHouseTest(file)),
    ),
  }))
  .filter(({ files }) => files.length > 0)
const needsPostgres = phases.some(({ name }) => name === 'postgres')
// PostgreSQL starts beside the first phases. It takes 0.7 s with installed binaries, 2.6 s with a first
// download.
const starting = needsPostgres ? tryPostgres() : undefined
const building = buildProgram(phases)

const migratedFile = phases.some(({ name }) => name !== 'unit') ? await makeMigratedFile() : {}
const results: PhaseResult[] = []
let browserProblem: string | undefined
let postgres: Postgres | undefined
let postgresProblem = isWhole && !needsPostgres ? 'there is no test file for it' : undefined
for (const phase of phases) {
  if (phase.name === 'postgres') {
    ;({ postgres, problem: postgresProblem } = await withProgress('PostgreSQL is starting', starting!))
    if (!postgres) continue
  }
  if (phase.name === 'browser' && !(await withProgress('the web app is being built', buildWeb()))) {
    browserProblem = 'none was found'
    continue
  }
  const migrated = phase.name === 'postgres' ? await makeMigratedDatabase(postgres!) : migratedFile
  const program = phase.name === 'unit' ? {} : await withProgress('the program is being bundled', building)
  const env = { ...environmentFor(phase.name, postgres), ...migrated, ...program }
  results.push(await runPhase(phase, { env, testSeconds: 240, fileSeconds, namePattern }, slowestShown))
  if (phase.name === 'postgres') await postgres?.stop()
}

printSummary(results, postgres, postgresProblem, browserProblem)
const pythonSetup =
  'python3 -m venv .cache/python-sdk && .cache/python-sdk/bin/pip install -r test/python/requirements.txt'
if (lacksPython) console.log(`\n*** The Python SDK: NOT exercised. To get it: ${pythonSetup} ***\n`)
if (lacksClickHouse)
  console.log('\n*** ClickHouse: NOT exercised. To get it: (cd test/clickhouse && npm ci) ***\n')
if (leftOut > 0) console.log(`Files left to npm run test:full: ${leftOut}`)
const { CI, GALLEY_REQUIRE_POSTGRES, DATABASE_URL } = process.env
const required = CI === 'true' || GALLEY_REQUIRE_POSTGRES === '1' || DATABASE_URL !== undefined
const passed = results.reduce((sum, phase) => sum + phase.passed, 0)
const missing =
  Number(Boolean(postgresProblem && required)) + Number(Boolean(browserProblem && CI === 'true'))
const failed = results.reduce((sum, phase) => sum + phase.failures.length, 0) + missing
process.exitCode = failed === 0 && passed > 0 ? 0 : 1
console.log(`${passed} passed, ${failed} failed`)
if (namePattern !== undefined && passed + failed === 0)
  console.log(`No test of these files has a name that matches "${namePattern}".`)

/**
 * Builds the web app if it has changed, because screens are tested as they are delivered. False without a
 * browser. The build runs in a process of its own, because compressing holds an event loop for seconds.
 */
async function buildWeb(): Promise<boolean> {
  if (!installedBrowser()) return false
  const build = spawn(process.execPath, ['scripts/build-web.ts'], { stdio: 'inherit' })
  const [code] = (await once(build, 'close')) as [number | null]
  if (code !== 0) throw new Error('the web app could not be built')
  return true
}

async function tryPostgres(): Promise<{ postgres?: Postgres; problem?: string }> {
  try {
    return { postgres: await startPostgres() }
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException
    return { problem: message || code || 'it did not start' }
  }
}

async function withProgress<Result>(phaseName: string, done: Promise<Result>): Promise<Result> {
  const progress = new Progress(() => phaseName)
  try {
    return await done
  } finally {
    progress.stop()
  }
}
