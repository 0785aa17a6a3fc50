import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { appOfSuite } from '../kit/app.ts'
import { createTool, toolPath } from './support/tools.ts'

const skillsPath = '/api/public/v2/skill-collections'
const foldersPath = '/api/public/v2/folders'

/** Tools and skill collections belong to folders, though folders do not list them. */
describe('tools and skill collections in a folder', () => {
  const app = appOfSuite()

  const createFolder = async (name: string, parent_id?: number): Promise<number> =>
    (await app.api.post(foldersPath, { name, parent_id })).body.folder.id

  it('are read by their root path, if they are skill collections', async () => {
    const support = await createFolder('Support')
    const team = await createFolder('Team A', support)
    const created = await app.api.post(skillsPath, { name: 'triage', folder_id: team })
    assert.equal(created.status, 201, JSON.stringify(created.body))
    const { id, root_path, folder_id } = created.body.skill_collection
    assert.deepEqual([root_path, folder_id], ['Support/Team A/triage', team])
    const read = await app.api.get(`${skillsPath}/${encodeURIComponent('Support/Team A/triage')}`)
    assert.deepEqual([read.status, read.body.skill_collection.id], [200, id])
    assert.equal((await app.api.get(`${skillsPath}/${encodeURIComponent('Support/triage')}`)).status, 404)
    const listed = (await app.api.get(skillsPath)).body.skill_collections
    assert.deepEqual(
      listed.map((one: { root_path: string }) => one.root_path),
      ['Support/Team A/triage'],
    )
  })

  it('move to the root when their folder is deleted', async () => {
    const folder = await createFolder('Short-lived')
    const skill = (await app.api.post(skillsPath, { name: 'kept', folder_id: folder })).body.skill_collection
    const { tool_registry } = await createTool(app.api, 'kept_tool', { folder_id: folder })
    const reply = await app.api.delete(
      `${foldersPath}/entities`,
      {},
      { entities: [{ type: 'FOLDER', id: folder }] },
    )
    assert.equal(reply.status, 200, JSON.stringify(reply.body))
    const read = (await app.api.get(`${skillsPath}/${skill.id}`)).body.skill_collection
    assert.deepEqual([read.folder_id, read.root_path], [null, 'kept'])
    assert.equal((await app.api.get(toolPath(tool_registry.id))).body.tool_registry.folder_id ?? null, null)
  })
})
