import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type AuditEvent, actionOf, changesOf, differencesOf, subjectOf } from './audit-event.ts'

const event = (fields: Partial<AuditEvent>): AuditEvent => ({
  id: 1,
  at: '2026-11-28T00:00:00.000Z',
  actor: { kind: 'person', id: '1', name: 'Ada' },
  operation: '',
  params: {},
  given: null,
  before: null,
  after: null,
  ...fields,
})

describe('an audit event in words', () => {
  it('names every action in the same grammatical form', () => {
    const actions = {
      create_api_key: 'Create API key',
      delete_folder_entities_api_public_v2_folders_entities_delete: 'Delete',
      createWorkflow: 'Create workflow',
      create_folder_api_public_v2_folders_post: 'Create folder',
      publish_prompt_template_rest_prompt_templates_post: 'Publish prompt template',
      prompt_templates_labels_prompt_label_id__patch: 'Move label',
      delete_table_sheet_rows: 'Delete sheet rows',
      attach_workflow_id_external_id: 'Attach external ID of workflow',
      update_workspace_env_var: 'Update workspace environment variable',
    }
    for (const [operation, action] of Object.entries(actions)) assert.equal(actionOf(operation), action)
  })

  it('names the entity from its answer, its former state or the call', () => {
    const made = { success: true, api_key: { id: 2, name: 'Production' } }
    assert.equal(subjectOf(event({ given: { name: 'x' }, after: made })), 'Production')
    const revoked = event({
      params: { api_key_id: 2 },
      before: { id: 2, name: 'Production' },
      after: { success: true },
    })
    assert.equal(subjectOf(revoked), 'Production')
    const request = { prompt_id: 1, prompt_name: 'triage', label: 'prod', version_number: 3 }
    assert.equal(subjectOf(event({ after: { success: true, release_request: request } })), 'triage, prod, v3')
    assert.equal(subjectOf(event({ params: { table_id: 'abc' } })), 'abc')
    assert.equal(subjectOf(event({})), null)
    const deleted = (...names: string[]) => subjectOf(event({ before: { names }, after: { moved_count: 1 } }))
    assert.equal(deleted('triage'), 'triage')
    assert.equal(deleted('a', 'b', 'c', 'd', 'e'), 'a, b, c and 2 more')
  })

  it('lists every sent field that differs from the state before', () => {
    const before = { person: { id: 1, name: 'Grace' }, role: 'viewer', hosts: ['a'] }
    const given = { role: 'viewer', name: 'Grace H', hosts: ['a', 'b'], note: null }
    assert.deepEqual(changesOf(event({ given, before })), [
      { field: 'name', before: 'Grace', sent: 'Grace H' },
      { field: 'hosts', before: ['a'], sent: ['a', 'b'] },
      { field: 'note', before: undefined, sent: null },
    ])
    assert.deepEqual(changesOf(event({ given: ['x'] })), [])
  })

  it('shows short fields before and after, and no others', () => {
    const changed = event({
      given: { role: 'admin', name: 'Grace', note: 'x'.repeat(50), added: 1 },
      before: { person: { id: 1, name: 'Grace', note: 'y' }, role: 'viewer' },
    })
    assert.deepEqual(differencesOf(changed), ['role: viewer → admin'])
    const invited = event({ given: { email: 'a@example.com', role: 'viewer' } })
    assert.deepEqual(differencesOf(invited), ['role: viewer'])
  })
})
