import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { appOfSuite } from '../kit/app.ts'
import { makeFolder } from './support/folders.ts'
import { condition, createWorkflow, joinNode, output, topic, workflowPath } from './support/workflows.ts'

describe('workflows', () => {
  const app = appOfSuite()

  const nodes = [joinNode('first', ['topic']), joinNode('second', ['first', 'topic'], output)]

  it('are renamed and put into folders, and listed by folder', async () => {
    const { api } = await app.newWorkspace()
    const other = await app.newWorkspace()
    const { workflow_id: id } = await createWorkflow(api, { name: 'first', ...topic, nodes })
    const { workflow_id: second } = await createWorkflow(api, { name: 'second', ...topic, nodes })
    const path = `/api/public/v2/workflows/${id}`
    const renamed = await api.patch(path, { name: 'announcer' })
    assert.deepEqual([renamed.status, renamed.body.workflow], [200, { id, name: 'announcer' }])
    assert.equal((await api.get(workflowPath('announcer'))).body.workflow.id, id)
    assert.equal((await api.get(workflowPath('first'))).status, 404)
    assert.equal((await api.patch(path, { name: 'second' })).status, 409)
    const wrong = await api.patch(path, { name: String(second) })
    assert.deepEqual([wrong.status, wrong.body.detail[0].loc], [422, ['body', 'name']])
    assert.equal((await other.api.patch(path, { name: 'taken over' })).status, 404)

    const folder = await makeFolder(api, 'Shop')
    const entities = [{ id, type: 'WORKFLOW' }]
    const moved = await api.post('/api/public/v2/folders/entities', { entities, folder_id: folder })
    assert.equal(moved.status, 200)
    const listed = async (query: string) =>
      (await api.get(`/workflows?${query}`)).body.items.map(
        (one: { name: string; folder_id: number | null }) => [one.name, one.folder_id],
      )
    assert.deepEqual(await listed(`folder_id=${folder}`), [['announcer', folder]])
    assert.deepEqual(await listed('folder_id=0'), [['second', null]])
    assert.equal((await listed('')).length, 2)
  })

  it('are created, read back, versioned and labelled', async () => {
    const { api } = app
    const created = await createWorkflow(api, {
      name: 'news/daily',
      ...topic,
      nodes,
      edges: [condition('first', 'second', 'is_not_null', null)],
      release_labels: ['prod'],
      commit_message: 'begun',
    })
    assert.equal(created.version_number, 1)
    assert.deepEqual(created.release_labels, ['prod'])
    const byName = (await api.get(workflowPath('news/daily'))).body
    const byRawName = (await api.get('/workflows/news/daily')).body
    const byId = (await api.get(workflowPath(created.workflow_id))).body
    assert.deepEqual(byRawName, byName)
    assert.deepEqual(byId, byName)
    assert.equal(byName.workflow.id, created.workflow_id)
    assert.deepEqual(byName.required_input_variables, { topic: 'string' })
    assert.deepEqual(
      byName.nodes.map(({ name, dependencies, configuration }: Record<string, unknown>) => ({
        name,
        dependencies,
        configuration,
      })),
      nodes.map(({ name, configuration }) => ({ name, dependencies: [], configuration })),
    )
    assert.equal(byName.edges[0].conditionals[0].operator, 'is_not_null')

    const second = await createWorkflow(api, {
      workflow_name: 'news/daily',
      nodes: [joinNode('only', ['topic'], output)],
      ...topic,
      release_labels: ['prod', 'dev'],
    })
    assert.equal(second.version_number, 2)
    const labels = (await api.get(`${workflowPath('news/daily')}/labels`)).body.release_labels
    assert.deepEqual(
      labels.map((label: Record<string, unknown>) => [
        label['release_label'],
        label['workflow_version_number'],
      ]),
      [
        ['prod', 2],
        ['dev', 2],
      ],
    )
    assert.equal((await api.get(`${workflowPath('news/daily')}?version=1`)).body.nodes.length, 2)
    assert.equal((await api.get(`${workflowPath('news/daily')}?label=dev`)).body.version, 2)
    assert.equal((await api.get(`${workflowPath('news/daily')}?label=nope`)).status, 404)
    assert.equal((await api.get(`${workflowPath('news/daily')}?label=dev&version=1`)).status, 422)
    const { versions } = (await api.get(`${workflowPath('news/daily')}/versions?before=2`)).body
    assert.deepEqual(
      versions.map((version: Record<string, unknown>) => [version['version'], version['commit_message']]),
      [[1, 'begun']],
    )
  })

  it('have labels that are created, moved to an earlier version and deleted, without a new version', async () => {
    const { api, newWorkspace } = app
    const { workflow_id: id } = await createWorkflow(api, { name: 'released', ...topic, nodes })
    await createWorkflow(api, { workflow_id: id, ...topic, nodes })
    const path = `/api/public/v2/workflows/${id}/labels`
    const created = await api.post(path, { name: 'prod', version_number: 2 })
    assert.equal(created.status, 201, JSON.stringify(created.body))
    const label = `${path}/${created.body.label.release_label_id}`
    assert.equal((await api.get(`${workflowPath(id)}?label=prod`)).body.version, 2)
    const twice = await api.post(path, { name: 'prod', version_number: 1 })
    assert.deepEqual(
      [twice.status, twice.body.message],
      [409, 'The workflow has this release label already; move it instead.'],
    )

    const moved = await api.patch(label, { version_number: 1 })
    assert.deepEqual(
      [moved.status, moved.body.label.release_label, moved.body.label.workflow_version_number],
      [200, 'prod', 1],
    )
    assert.equal((await api.get(`${workflowPath(id)}?label=prod`)).body.version, 1)
    assert.equal((await api.get(`${workflowPath(id)}/versions`)).body.versions.length, 2)
    assert.equal((await api.patch(label, { version_number: 3 })).status, 404)
    const { workflow_id: other } = await createWorkflow(api, { name: 'unreleased', ...topic, nodes })
    const otherLabelPath = `/api/public/v2/workflows/${other}/labels/${created.body.label.release_label_id}`
    assert.equal((await api.patch(otherLabelPath, { version_number: 1 })).status, 404)
    const stranger = await newWorkspace('labels of strangers')
    assert.equal((await stranger.api.patch(label, { version_number: 2 })).status, 404)

    assert.equal((await api.delete(label)).status, 200)
    assert.deepEqual((await api.get(`${workflowPath(id)}/labels`)).body.release_labels, [])
    assert.equal((await api.delete(label)).status, 404)
  })

  it('have no label on a version that would run its own workflow through the label', async () => {
    const { api } = app
    const runs = (workflow_id: number, rest: object = {}) => [
      {
        name: 'call',
        node_type: 'WORKFLOW',
        configuration: { workflow_id, input_mappings: {}, ...rest },
        is_output_node: true,
      },
    ]
    const { workflow_id: inner } = await createWorkflow(api, {
      name: 'inner',
      ...topic,
      nodes,
      release_labels: ['prod'],
    })
    const { workflow_id: leaf } = await createWorkflow(api, { name: 'leaf', ...topic, nodes })
    await createWorkflow(api, { workflow_id: inner, nodes: runs(leaf) })
    await createWorkflow(api, { workflow_id: leaf, nodes: runs(inner, { workflow_label: 'prod' }) })
    const [label] = (await api.get(`${workflowPath(inner)}/labels`)).body.release_labels
    const path = `/api/public/v2/workflows/${inner}/labels/${label.release_label_id}`
    const moved = await api.patch(path, { version_number: 2 })
    assert.equal(moved.status, 400, JSON.stringify(moved.body))
    assert.match(moved.body.message, /"inner" would run itself/)
    assert.equal((await api.get(`${workflowPath(inner)}?label=prod`)).body.version, 1)
  })

  it('are patched from any version', async () => {
    const { api } = app
    const { workflow_id } = await createWorkflow(api, {
      name: 'patched',
      ...topic,
      nodes: [...nodes, joinNode('third', ['second'])],
      edges: [condition('first', 'second', '!=', 'x'), condition('second', 'third', '!=', 'x')],
    })
    const patch = (body: object) => api.patch(`/rest${workflowPath(workflow_id)}`, body)
    const reply = await patch({
      nodes: {
        first: { configuration: { separator: '-' } },
        third: null,
        fourth: { node_type: 'COUNT', configuration: { source: 'first', type: 'words' } },
      },
      release_labels: ['staging'],
    })
    assert.equal(reply.status, 201, JSON.stringify(reply.body))
    assert.equal(reply.body.base_version, 1)
    assert.equal(reply.body.version_number, 2)
    const read = (await api.get(`${workflowPath('patched')}?label=staging`)).body
    assert.deepEqual(
      read.nodes.map(({ name }: { name: string }) => name),
      ['first', 'second', 'fourth'],
    )
    assert.deepEqual(read.nodes[0].configuration, { sources: ['topic'], separator: '-' })
    assert.equal(read.edges.length, 1)
    const again = await patch({
      base_version: 1,
      required_input_variables: { topic: 'string', more: 'json' },
    })
    assert.equal(again.body.version_number, 3)
    assert.equal((await api.get(workflowPath('patched'))).body.nodes.length, 3)
    assert.equal((await patch({ base_version: 9 })).status, 404)
    const refused = await patch({ nodes: { first: null } })
    assert.equal(refused.status, 400)
    assert.match(refused.body.message, /"second" reads "first"/)
    assert.equal((await api.get(workflowPath('patched'))).body.version, 3)
  })

  it('are refused with the name of the invalid node, and are not stored', async () => {
    const { api } = app
    const bad: [object, RegExp][] = [
      [{ nodes: [joinNode('a', ['b'], output)] }, /"a" reads "b"/],
      [{ nodes: [joinNode('a', ['b'], output), joinNode('b', ['a'])] }, /"a" -> "b" -> "a"/],
      [{ nodes: [joinNode('a', ['topic'])] }, /output node/],
      [{ nodes: [joinNode('a', ['topic'], { ...output, node_type: 'CODING_AGENT' })] }, /"a" has the type/],
    ]
    for (const [body, message] of bad) {
      const reply = await api.post('/rest/workflows', { name: 'bad', ...topic, ...body })
      assert.equal(reply.status, 400)
      assert.match(reply.body.message, message)
    }
    assert.equal((await api.get(workflowPath('bad'))).status, 404)
    const none = await api.post('/rest/workflows', { nodes })
    assert.equal(none.status, 400)
    const twice = { name: 'twice', ...topic, nodes }
    await createWorkflow(api, twice)
    assert.match((await api.post('/rest/workflows', twice)).body.message, /already/)
  })

  it('are refused if they would run themselves, directly or through others', async () => {
    const { api } = app
    const calls = (workflow: string | number) => [
      {
        name: 'call',
        node_type: 'WORKFLOW',
        configuration: { workflow_id: workflow, input_mappings: {} },
        is_output_node: true,
      },
    ]
    const self = await api.post('/rest/workflows', { name: 'selfish', nodes: calls('selfish') })
    assert.equal(self.status, 400)
    assert.match(self.body.message, /"selfish" would run itself.*"call"/)
    const { workflow_id: a } = await createWorkflow(api, { name: 'a', ...topic, nodes })
    await createWorkflow(api, { name: 'b', nodes: calls(a) })
    const circle = await api.post('/rest/workflows', { workflow_id: a, nodes: calls('b') })
    assert.equal(circle.status, 400)
    assert.match(circle.body.message, /"call" -> "call"/)
  })

  it('are in folders, have external ids, and are listed page by page', async () => {
    const { api } = await app.newWorkspace()
    const folder = (await api.post('/api/public/v2/folders', { name: 'flows' })).body.folder.id
    const external = { source: 'crm', external_id: 'one' }
    const ids: number[] = []
    for (const name of ['x', 'y', 'z'])
      ids.push(
        (
          await createWorkflow(api, {
            name,
            ...topic,
            nodes,
            folder_id: folder,
            ...(name === 'y' && { external_ids: [external], release_labels: ['live'] }),
          })
        ).workflow_id,
      )
    const page = (await api.get('/workflows?per_page=2&sort_by=name&sort_order=asc')).body
    assert.deepEqual(
      [
        page.items.map(({ name }: { name: string }) => name),
        page.total,
        page.pages,
        page.next_num,
        page.prev_num,
      ],
      [['x', 'y'], 3, 2, 2, null],
    )
    assert.deepEqual(page.items[1].release_labels, ['live'])
    const items = (await api.get('/workflows?external_source=crm&external_id=one')).body.items
    assert.deepEqual(
      items.map(({ id, external_ids }: Record<string, unknown>) => [id, external_ids]),
      [[ids[1], [external]]],
    )
    const clash = await api.post(`/workflows/${ids[0]}/external-ids`, external)
    assert.equal(clash.status, 409)
    const entities = (await api.get(`/api/public/v2/folders/entities?folder_id=${folder}`)).body.entities
    assert.deepEqual(
      entities.map(({ type }: { type: string }) => type),
      ['WORKFLOW', 'WORKFLOW', 'WORKFLOW'],
    )
    const deletion = { entities: [{ id: ids[1], type: 'WORKFLOW' }] }
    const deleted = await api.delete('/api/public/v2/folders/entities', {}, deletion)
    assert.equal(deleted.status, 200, JSON.stringify(deleted.body))
    assert.equal((await api.get(workflowPath('y'))).status, 404)
    await createWorkflow(api, { name: 'y', ...topic, nodes, external_ids: [external] })
  })
})
