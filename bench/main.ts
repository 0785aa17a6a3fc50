import { benchBodies } from './bodies.ts'
import { benchClickHouse } from './clickhouse.ts'
import { benchClickHouseTraces } from './clickhouse-traces.ts'
import { benchFairness } from './fairness/main.ts'
import { benchImports } from './imports.ts'
import { benchMedia } from './media.ts'
import { benchModelCalls } from './model-calls.ts'
import { benchPackage } from './package.ts'
import { benchProcesses } from './processes.ts'
import { benchRequests } from './requests/requests.ts'
import { benchSandbox } from './sandbox.ts'
import { benchServer } from './server.ts'
import { benchSpans } from './spans.ts'
import { benchTables } from './tables/main.ts'
import { benchTraces } from './traces/traces.ts'
import { benchWeb } from './web/main.ts'

const benches: Readonly<Record<string, (args: string[]) => Promise<void>>> = {
  server: benchServer,
  requests: benchRequests,
  spans: benchSpans,
  bodies: benchBodies,
  media: benchMedia,
  sandbox: benchSandbox,
  imports: benchImports,
  tables: benchTables,
  traces: benchTraces,
  'model-calls': benchModelCalls,
  fairness: benchFairness,
  web: benchWeb,
  clickhouse: benchClickHouse,
  'clickhouse-traces': benchClickHouseTraces,
  processes: benchProcesses,
  package: benchPackage,
}

const [name = '', ...args] = process.argv.slice(2)
const bench = benches[name]
if (bench) await bench(args)
else console.log(`npm run bench -- ${Object.keys(benches).join(' | ')} [--help]`)
