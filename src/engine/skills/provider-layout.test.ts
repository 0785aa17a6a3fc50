import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { diskPathsOf, pathsOf } from './provider-layout.ts'

const placed = (provider: string | null, paths: string[]) => paths.map(diskPathsOf(provider, paths))

test('each provider has its folder', () => {
  const paths = ['CLAUDE.md', 'triage/SKILL.md', 'triage/a/b.md', 'shared/x.py']
  assert.deepEqual(placed('claude_code', paths), [
    '.claude/CLAUDE.md',
    '.claude/skills/triage/SKILL.md',
    '.claude/skills/triage/a/b.md',
    '.claude/shared/x.py',
  ])
  assert.deepEqual(placed('openai', ['AGENTS.md', 'triage/SKILL.md', 'triage/agents/openai.yaml']), [
    '.agents/AGENTS.md',
    '.agents/skills/triage/SKILL.md',
    '.agents/skills/triage/agents/openai.yaml',
  ])
  assert.deepEqual(placed('openclaw', ['openclaw.json', 'workspace/skills/triage/SKILL.md']), [
    '.openclaw/openclaw.json',
    '.openclaw/workspace/skills/triage/SKILL.md',
  ])
  for (const provider of [null, 'another', 'constructor']) assert.deepEqual(placed(provider, paths), paths)
})

test('a folder named skills inside the collection keeps its path', () => {
  assert.deepEqual(placed('claude_code', ['skills/triage/SKILL.md', 'triage/SKILL.md', 'SKILL.md']), [
    '.claude/skills/triage/SKILL.md',
    '.claude/triage/SKILL.md',
    '.claude/SKILL.md',
  ])
})

test('paths on disk map back, and no two files collide', () => {
  const step = fc.constantFrom('skills', 'triage', 'SKILL.md', 'a', '.claude')
  const path = fc.array(step, { minLength: 1, maxLength: 4 }).map((steps) => steps.join('/'))
  const provider = fc.constantFrom('claude_code', 'openai', 'openclaw', null)
  fc.assert(
    fc.property(provider, fc.uniqueArray(path, { minLength: 1, maxLength: 8 }), (target, paths) => {
      const placedPaths = placed(target, paths)
      assert.equal(new Set(placedPaths).size, paths.length)
      assert.deepEqual(placedPaths.map(pathsOf(target, paths)), paths)
    }),
  )
})

test('unmapped paths are unchanged; a first archive keeps its folder skills', () => {
  assert.equal(pathsOf('claude_code', ['a'])('b/SKILL.md'), 'b/SKILL.md')
  assert.equal(pathsOf('claude_code', ['a'])('.agents/b'), '.agents/b')
  assert.equal(pathsOf('claude_code', ['a'])('.claude/skills/new/SKILL.md'), 'new/SKILL.md')
  assert.equal(pathsOf('claude_code', [])('.claude/skills/new/SKILL.md'), 'skills/new/SKILL.md')
  assert.equal(pathsOf(null, [])('.claude/skills/new/SKILL.md'), '.claude/skills/new/SKILL.md')
})
