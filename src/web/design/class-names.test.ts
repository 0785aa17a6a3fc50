import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { it } from 'node:test'
import { extendTailwindMerge } from 'tailwind-merge'
import { classNames } from './class-names.ts'

const complete = extendTailwindMerge({
  extend: { theme: { text: ['tiny', 'small', 'body', 'heading', 'title', 'figure'], container: ['form'] } },
})

/** Classes of the sources: quoted words that the complete configuration recognises. */
const classes = globSync('src/web/**/*.tsx')
  .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/['"`]([^'"`\n]+)['"`]/g)])
  .flatMap(([, text]) => text!.split(/\s+/).filter((word) => /^-?[a-z][\w[\]().%=/,-]*$/.test(word)))
  .filter((word) => complete(`${word} ${word}`) === word && word !== 'bottom-left')

/** Two classes of each group are enough, such as `h-7` and `h-8`. */
const alike = Object.values(Object.groupBy(new Set(classes), (word) => word.replace(/[\d.[].*$/, '')))
const chosen = alike.flatMap((words) => words!.slice(0, 2))

it('joins every pair of classes in the sources as the complete configuration does', () => {
  assert.ok(chosen.length > 200)
  const wrong = chosen.flatMap((one) =>
    chosen
      .filter((other) => other !== one && classNames(one, other) !== complete(`${one} ${other}`))
      .map((other) => `${one} ${other}`),
  )
  assert.deepEqual(wrong, [])
})
