import { parseArgs } from 'node:util'
import { makeMigratedDatabase, makeMigratedFile } from '../test/kit/migrated.ts'
import { type Postgres, startPostgres } from '../test/kit/postgres.ts'
import { installedPython } from '../test/python/installed-python.ts'
import { installedBrowser } from '../test/web/installed-browser.ts'
import { environmentFor } from './test/environment.ts'
import { phaseNames, planPhases } from './test/plan.ts'
import { type PhaseResult, runPhase } from './test/run-phase.ts'
import { printSummary } from './test/summary.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string' }, 'file-seconds': { type: 'string', default: '600' } },
})
const only = phaseNames.find((name) => name === values.only)
const fileSeconds = Number(values['file-seconds'])
if ((values.only && !only) || !(fileSeconds > 0)) {
  console.error(`usage: npm test -- [--only ${phaseNames.join('|')}] [--file-seconds N] [part of a path]...`)
  process.exit(2)
}

const whole = !only && positionals.length === 0
const planned = planPhases(positionals, only)
const ofPython = (file: string) => file.startsWith('test/python/')
const lacksPython = !installedPython() && planned.some(({ files }) => files.some(ofPython))
const phases = planned
  .map(({ name, files }) => ({ name, files: lacksPython ? files.filter((file) => !ofPython(file)) : files }))
  .filter(({ files }) => files.length > 0)
const wantsPostgres = phases.some(({ name }) => name === 'postgres')
// Started beside the phases that come first: 0.7 s with installed binaries, 2.6 s with a first download.
const starting = wantsPostgres ? tryPostgres() : undefined

const migratedFile = await makeMigratedFile()
const results: PhaseResult[] = []
let lackOfBrowser: string | undefined
let postgres: Postgres | undefined
let lack = whole && !wantsPostgres ? 'there is no test file for it' : undefined
for (const phase of phases) {
  if (phase.name === 'postgres') {
    ;({ postgres, lack } = await starting!)
    if (!postgres) continue
  }
  if (phase.name === 'browser' && !(await webIsReady())) {
    lackOfBrowser = 'none was found'
    continue
  }
  const migrated = phase.name === 'postgres' ? await makeMigratedDatabase(postgres!) : migratedFile
  const env = { ...environmentFor(phase.name, postgres), ...migrated }
  results.push(await runPhase(phase, { env, testSeconds: 240, fileSeconds }))
  if (phase.name === 'postgres') await postgres?.stop()
}

printSummary(results, postgres, lack, lackOfBrowser)
const pythonSetup =
  'python3 -m venv .cache/python-sdk && .cache/python-sdk/bin/pip install -r test/python/requirements.txt'
if (lacksPython) console.log(`\n*** The Python SDK: NOT exercised. To get it: ${pythonSetup} ***\n`)
if (phases.length === 0) console.log('No test file was found.')
const { CI, GALLEY_REQUIRE_POSTGRES, DATABASE_URL } = process.env
const required = CI === 'true' || GALLEY_REQUIRE_POSTGRES === '1' || DATABASE_URL !== undefined
const passed = results.reduce((sum, phase) => sum + phase.passed, 0)
const missing = Number(Boolean(lack && required)) + Number(Boolean(lackOfBrowser && CI === 'true'))
const failed = results.reduce((sum, phase) => sum + phase.failed, 0) + missing
process.exitCode = failed === 0 && passed > 0 ? 0 : 1
console.log(`${passed} passed, ${failed} failed`)

/** Screens are tested as they are delivered: the app is built first, if it changed. */
async function webIsReady(): Promise<boolean> {
  if (!installedBrowser()) return false
  await import('./build-web.ts')
  return true
}

async function tryPostgres(): Promise<{ postgres?: Postgres; lack?: string }> {
  try {
    return { postgres: await startPostgres() }
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException
    return { lack: message || code || 'it did not start' }
  }
}
