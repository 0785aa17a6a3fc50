import { type DetectorName, detectorNames } from '../detectors/index.ts'
import { decoyMakers } from './decoys.cases.ts'
import { type Language, languages } from './languages.cases.ts'
import { secretMakers } from './secrets.cases.ts'
import { Seeded } from './seeded.cases.ts'

export interface PlantedText {
  readonly text: string
  readonly secret: { readonly kind: DetectorName; readonly from: number; readonly to: number } | null
}

export const textCount = 2_000

/** Texts in all languages in turn; four in ten texts of each language have no secret. */
export function corpus(): PlantedText[] {
  const random = new Seeded(26)
  return Array.from({ length: textCount }, (_none, index) => {
    const language = languages[index % languages.length]!
    return random.below(10) < 4 ? harmless(random, language) : secretIn(random, language)
  })
}

function harmless(random: Seeded, { harmless: sentences }: Language): PlantedText {
  return { text: filled(random.pick(sentences), random.pick(decoyMakers)(random)).text, secret: null }
}

function secretIn(random: Seeded, language: Language): PlantedText {
  const kind = random.pick(detectorNames)
  const [sentences, value] =
    kind === 'phone' ? phoneIn(random, language) : [language.sentences, secretMakers[kind](random)]
  const { text, from } = filled(random.pick(sentences), value)
  return { text, secret: { kind, from, to: from + value.length } }
}

/** Half of the numbers stand beside a word for a telephone. */
function phoneIn(random: Seeded, { sentences, calls, phones, plainPhones }: Language) {
  return random.below(2) === 0
    ? ([sentences, random.filled(random.pick(phones))] as const)
    : ([calls, random.filled(random.pick([...phones, ...plainPhones]))] as const)
}

function filled(sentence: string, value: string) {
  const from = sentence.indexOf('{}')
  return { text: sentence.replace('{}', () => value), from }
}
