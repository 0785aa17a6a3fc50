/** `npm run fake-models [port]` starts the fake providers, for trying Galley without a key. */
import { echo } from './echo.ts'
import { startFakeModels } from './server.ts'
import { supportDesk } from './support-desk.ts'

const models = await startFakeModels({
  port: Number(process.argv[2] ?? 4499),
  maxCalls: 100,
  script: (question) => supportDesk(question) ?? echo(question),
})

console.log(`Fake models listen on ${models.origin}. Start Galley with these:\n`)
for (const [name, value] of Object.entries(models.environment())) console.log(`export ${name}=${value}`)
console.log(
  '\nThey repeat each message, and triage the support tickets of `npm run seed`. A message with [refuse] gets a refusal; one with [fault rate_limit] fails that way.',
)

process.once('SIGINT', () => models.close())
process.once('SIGTERM', () => models.close())
