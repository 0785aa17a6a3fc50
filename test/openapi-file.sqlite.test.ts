import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { emittedOpenApi } from '../src/server/app.ts'

test('openapi.json matches the contract; `npm run openapi` writes it anew', () => {
  const file = readFileSync(new URL('../openapi.json', import.meta.url), 'utf8')
  assert.deepEqual(JSON.parse(file), JSON.parse(JSON.stringify(emittedOpenApi())))
})

const isLegacy = (path: string) =>
  /^\/(reports|report-columns|library-(get|publish)-prompt-template)(\/|$)/.test(path) ||
  /^\/api\/public\/v2\/(datasets|(deleted-)?dataset-groups|dataset-versions|evaluations|deleted-reports)(\/|$)/.test(
    path,
  )

test('exactly the endpoints of legacy datasets, evaluations and prompt calls are marked as deprecated', () => {
  const { paths } = emittedOpenApi() as { paths: Record<string, Record<string, { deprecated?: boolean }>> }
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { deprecated = false }]) => ({ path, method, deprecated })),
  )
  const namesOf = (chosen: typeof operations) => chosen.map(({ method, path }) => `${method} ${path}`)
  assert.deepEqual(
    namesOf(operations.filter(({ deprecated }) => deprecated)),
    namesOf(operations.filter(({ path }) => isLegacy(path))),
  )
  for (const path of ['/api/public/v2/dataset-versions/add-trace', '/reports/{report_id}/migrate'])
    assert.equal(paths[path]?.['post']?.deprecated, true, path)
})
