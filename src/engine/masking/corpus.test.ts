import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { languages } from './corpus/languages.cases.ts'
import { corpus, type PlantedText, textCount } from './corpus/texts.cases.ts'
import { type DetectorName, detectorNames, detectors } from './detectors/index.ts'

interface Figures {
  planted: number
  found: number
  matches: number
  right: number
}

function measure(texts: readonly PlantedText[]) {
  const figures = new Map(
    detectorNames.map((name): [DetectorName, Figures] => [
      name,
      { planted: 0, found: 0, matches: 0, right: 0 },
    ]),
  )
  const wrong: string[] = []
  for (const { text, secret } of texts)
    for (const name of detectorNames) {
      const counts = figures.get(name)!
      const matches = [...detectors[name].find(text)]
      const isPlanted = secret?.kind === name
      const covers = matches.filter(({ from, to }) => secret && from < secret.to && to > secret.from)
      const isFound = isPlanted && matches.some(({ from, to }) => from <= secret.from && to >= secret.to)
      // A card number is also a number, so a match on a secret of another kind counts as right.
      counts.matches += matches.length
      counts.right += covers.length
      if (isPlanted) counts.planted++
      if (isFound) counts.found++
      if (isPlanted && !isFound) wrong.push(`missed ${name}: ${text}`)
      if (covers.length < matches.length) wrong.push(`wrong ${name}: ${text}`)
    }
  return { figures, wrong }
}

/**
 * Least recall and precision in the corpus: those measured on 2026-11-28, rounded down. Long numbers pass the check of a
 * card or of a national id by chance.
 */
const floors: Readonly<Record<DetectorName, { readonly recall: number; readonly precision: number }>> = {
  key: { recall: 1, precision: 1 },
  email: { recall: 1, precision: 1 },
  iban: { recall: 1, precision: 1 },
  card: { recall: 1, precision: 0.98 },
  national_id: { recall: 1, precision: 0.98 },
  ip: { recall: 1, precision: 1 },
  phone: { recall: 1, precision: 1 },
}

describe('detectors', () => {
  it(`find secrets in ${textCount} texts of ${languages.length} languages`, (test) => {
    const { figures, wrong } = measure(corpus())
    for (const [name, { planted, found, matches, right }] of figures) {
      const [recall, precision] = [found / planted, right / matches]
      test.diagnostic(
        `${name}: recall ${recall.toFixed(3)} of ${planted}, precision ${precision.toFixed(3)} of ${matches}`,
      )
      const list = wrong.filter((line) => line.split(':')[0]!.endsWith(name)).join('\n')
      assert.ok(recall >= floors[name].recall && precision >= floors[name].precision, `${name}\n${list}`)
    }
  })
})
