import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import type { Language } from '../../src/server/edge/sandbox/index.ts'
import { openSandbox, returned } from './kit.ts'

/** [leaves a residue, looks for it (null if clean)] */
const residues: Record<Language, Record<string, readonly [string, string]>> = {
  javascript: {
    'a global': ['globalThis.left = data', 'return globalThis.left'],
    'a prototype': ['Object.prototype.left = data', 'return {}.left'],
    'a replaced function': [
      'Array.prototype.map = () => data; JSON.left = data',
      'return JSON.left ?? [null].map((x) => x)[0]',
    ],
    'a symbol': [
      'Symbol.for("left").description; globalThis[Symbol.for("left")] = data',
      'return globalThis[Symbol.for("left")]',
    ],
    'a pending promise': [
      'new Promise(() => {}).then(() => { globalThis.left = data }); Promise.reject(data)',
      'return globalThis.left',
    ],
    memory: [
      'const b = new Uint8Array(1e6); for (let i = 0; i < 1e6; i++) b[i] = 65 + (i % 7)',
      'return new Uint8Array(1e6).find((x) => x) ?? null',
    ],
  },
  python: {
    'a global': ['global left\nleft = data', 'return globals().get("left")'],
    'a builtin': [
      'import builtins\nbuiltins.left = data',
      'import builtins\nreturn getattr(builtins, "left", None)',
    ],
    'a module': [
      'import sys, types\nsys.modules["left"] = types.ModuleType(data)',
      'import sys\nreturn "left" in sys.modules or None',
    ],
    'a replaced function': [
      'import json, math\njson.dumps = lambda *a, **k: data\nmath.pi = data',
      'import math\nreturn None if math.pi > 3 else "changed"',
    ],
    'the environment': [
      'import os\nos.environ["LEFT"] = data\nos.putenv("LEFT", data)',
      'import os\nreturn os.environ.get("LEFT")',
    ],
    'an object in gc': [
      'class Left: pass\nglobal keep\nkeep = [Left(), data]',
      'import gc\nreturn next((1 for o in gc.get_objects() if type(o).__name__ == "Left"), None)',
    ],
    'a trace function': [
      'import sys\nsys.settrace(lambda *a: None)\nsys.setprofile(lambda *a: None)',
      'import sys\nreturn None if sys.gettrace() is None and sys.getprofile() is None else "traced"',
    ],
    stdout: ['import sys\nsys.stdout = None', 'import sys\nreturn None if sys.stdout else "gone"'],
    memory: [
      'global b\nb = bytes(range(1, 256)) * 4000\nreturn b.hex()[:4]',
      'import ctypes\nb = ctypes.create_string_buffer(10**6)\nreturn None if not any(b.raw) else "left"',
    ],
    'the working folder': [
      'import os\nos.chdir("/tmp")\nos.umask(0)',
      'import os\nreturn None if os.getcwd() != "/tmp" else "moved"',
    ],
  },
}

for (const language of ['javascript', 'python'] as const)
  describe(language, () => {
    const { run } = openSandbox({ after }, { runners: 1 })
    for (const [name, [leave, look]] of Object.entries(residues[language]))
      test(`${name} is not there in the next call`, async () => {
        await run(language, leave, { data: 'residue' })
        assert.equal(returned(await run(language, look)), null)
      })
  })

test('files of one workspace are absent for the next one, which gets a runner of its own', async (t) => {
  const { run } = openSandbox(t, { runners: 1 })
  const write = 'open("/tmp/left", "w").write("x" * 10)\nreturn 1'
  const check = 'import os\nreturn os.path.exists("/tmp/left")'
  await run('python', write, { workspace: 1 })
  assert.equal(returned(await run('python', check, { workspace: 2 })), false)
  assert.equal(returned(await run('python', check, { workspace: 1 })), false)
})

test('calls of several workspaces at once do not mix', async (t) => {
  const { run } = openSandbox(t, { runners: 3 })
  const calls = Array.from({ length: 24 }, (_, index) => {
    const workspace = (index % 4) + 1
    const language = index % 2 ? 'python' : 'javascript'
    const code =
      language === 'python' ? 'print(data)\nreturn [data, env]' : 'console.log(data); return [data, env]'
    const more = { workspace, data: index, environment: { WORKSPACE: String(workspace) } }
    return run(language, code, more).then((outcome) => {
      assert.deepEqual(returned(outcome), [index, { WORKSPACE: String(workspace) }])
      assert.equal(outcome.stdout, `${index}\n`)
    })
  })
  await Promise.all(calls)
})
