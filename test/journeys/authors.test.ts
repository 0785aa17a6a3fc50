import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { TestApp } from '../kit/app.ts'
import { startWithAda, type Visitor } from './support/browser-api.ts'
import { publishedGroup, v2 } from './support/datasets.ts'
import { publication, userChat } from './support/templates.ts'
import { functionTool, toolsPath } from './support/tools.ts'
import { joinNode, output, topic } from './support/workflows.ts'

const definition = { ...topic, nodes: [joinNode('all', ['topic'], output)] }

interface Kind {
  readonly create: string
  readonly body: (name: string, group: number) => object
  readonly list: string
}

const kinds: Readonly<Record<string, Kind>> = {
  prompts: {
    create: '/rest/prompt-templates',
    body: (name) => publication(name, userChat('Hello')),
    list: '/prompt-templates?',
  },
  'prompts in folders': {
    create: '/rest/prompt-templates',
    body: (name) => publication(`${name}_listed`, userChat('Hello')),
    list: `${v2}/folders/entities?flatten=true&filter_type=PROMPT&`,
  },
  folders: {
    create: `${v2}/folders`,
    body: (name) => ({ name }),
    list: `${v2}/folders/entities?filter_type=FOLDER&`,
  },
  tools: {
    create: toolsPath,
    body: (name) => ({ name, tool_definition: functionTool(name) }),
    list: `${toolsPath}?`,
  },
  skills: { create: `${v2}/skill-collections`, body: (name) => ({ name }), list: `${v2}/skill-collections?` },
  workflows: {
    create: '/rest/workflows',
    body: (name) => ({ name, ...definition }),
    list: '/workflows?',
  },
  datasets: { create: `${v2}/dataset-groups`, body: (name) => ({ name }), list: `${v2}/datasets?` },
  evaluations: {
    create: '/reports',
    body: (name, dataset_group_id) => ({ name, dataset_group_id }),
    list: `${v2}/evaluations?`,
  },
}

describe('authors', () => {
  let app: TestApp
  let visitor: Visitor
  let group: number
  before(async () => {
    ;({ app, visitor } = await startWithAda())
    group = await publishedGroup(app.api, 'numbers', [{ a: 1 }])
  })
  after(() => app.close())

  for (const [name, { create, body, list }] of Object.entries(kinds))
    it(`of ${name}: lists filter by person; API keys have no author`, async () => {
      const byAda = await visitor.sendTo('POST', create, body('made_by_ada', group))
      const byKey = await app.api.post(create, body('made_by_a_key', group))
      assert.deepEqual([byAda.status, byKey.status], [byKey.status, byAda.status], JSON.stringify(byAda.body))
      assert.ok(byAda.status < 300, JSON.stringify(byAda.body))
      const all = JSON.stringify((await app.api.get(list)).body)
      assert.ok(all.includes('made_by_ada') && all.includes('made_by_a_key'), all)
      const hers = JSON.stringify((await app.api.get(`${list}created_by_email=ada@example.COM`)).body)
      assert.ok(hers.includes('made_by_ada') && !hers.includes('made_by_a_key'), hers)
      const theirs = JSON.stringify((await app.api.get(`${list}created_by_email=bob@example.com`)).body)
      assert.ok(!theirs.includes('made_by_'), theirs)
    })

  it('is shown with versions', async () => {
    const path = `${v2}/prompts`
    const { id } = (await app.api.post('/rest/prompt-templates', publication('shared', userChat('one')))).body
    await visitor.sendTo('POST', '/rest/prompt-templates', publication('shared', userChat('two')))
    const { versions } = (await app.api.get(`${path}/${id}/versions`)).body
    assert.deepEqual(
      versions.map(({ created_by }: { created_by: string | null }) => created_by),
      ['Ada', null],
    )
    await visitor.sendTo('POST', '/rest/workflows', { name: 'shared', ...definition })
    await app.api.post('/rest/workflows', { workflow_name: 'shared', ...definition })
    const workflow = (await app.api.get('/workflows/shared/versions')).body
    assert.deepEqual(
      workflow.versions.map(({ created_by }: { created_by: string | null }) => created_by),
      [null, 'Ada'],
    )
  })
})
