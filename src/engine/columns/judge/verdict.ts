import type { Json } from '../../json/json.ts'
import { isObject } from '../values/coercions.ts'
import type { AssertionConfig } from './config.ts'
import { scaleOf } from './prompts.ts'

/** One judge's answer, of the configured type. */
interface Opinion {
  readonly reasoning: string
  readonly value: Json
}

/** Parses a judge's answer; undefined if it does not have the expected form. */
function readOpinion(config: AssertionConfig, answer: Json): Opinion | undefined {
  if (!isObject(answer) || answer['value'] === undefined) return undefined
  const { value } = answer
  const reasoning = typeof answer['reasoning'] === 'string' ? answer['reasoning'] : ''
  return isAllowed(config, value) ? { reasoning, value } : undefined
}

function isAllowed(config: AssertionConfig, value: Json): boolean {
  const output = config.output ?? 'boolean'
  if (output === 'boolean') return typeof value === 'boolean'
  if (output === 'label') return typeof value === 'string' && config.labels!.includes(value)
  if (output === 'pairwise') return value === 'A' || value === 'B' || value === 'tie'
  const { min, max } = scaleOf(config)
  return typeof value === 'number' && value >= min && value <= max
}

/**
 * Combines the judges' answers to one assertion: the mean of scores, the majority of other outputs. Without a
 * majority it does not pass. Undefined if an answer cannot be parsed.
 */
export function verdictOf(config: AssertionConfig, answers: readonly Json[]): Json | undefined {
  const opinions: Opinion[] = []
  for (const answer of answers) {
    const opinion = readOpinion(config, answer)
    if (opinion === undefined) return undefined
    opinions.push(opinion)
  }
  const output = config.output ?? 'boolean'
  if (output === 'score') return scoreVerdict(config, opinions)
  if (output === 'pairwise') return pairwiseVerdict(opinions)
  return output === 'label' ? labelVerdict(config, opinions) : booleanVerdict(config, opinions)
}

/** The value of each judge, if there was more than one. */
function votes(opinions: readonly Opinion[]): { readonly votes?: readonly Json[] } {
  return opinions.length === 1 ? {} : { votes: opinions.map((opinion) => opinion.value) }
}

function majority(values: readonly Json[]): Json | undefined {
  const counts = new Map<Json, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  const highestCount = Math.max(...counts.values())
  const winners = [...counts].filter(([, count]) => count === highestCount)
  return winners.length === 1 ? winners[0]![0] : undefined
}

function reasonFor(opinions: readonly Opinion[], winner: Json | undefined): string {
  return (opinions.find((opinion) => opinion.value === winner) ?? opinions[0]!).reasoning
}

function booleanVerdict(config: AssertionConfig, opinions: readonly Opinion[]): Json {
  const winner = majority(opinions.map((opinion) => opinion.value))
  const passed = winner !== undefined && winner === (config.negate !== true)
  return { value: passed, reasoning: reasonFor(opinions, winner), ...votes(opinions) }
}

function labelVerdict(config: AssertionConfig, opinions: readonly Opinion[]): Json {
  const winner = majority(opinions.map((opinion) => opinion.value))
  const label = winner ?? null
  const reasoning = reasonFor(opinions, winner)
  if (config.passing_labels == null) return { value: label, reasoning, ...votes(opinions) }
  const passes =
    typeof label === 'string' && config.passing_labels.includes(label) === (config.negate !== true)
  return { value: passes, label, reasoning, ...votes(opinions) }
}

function scoreVerdict(config: AssertionConfig, opinions: readonly Opinion[]): Json {
  const { min, max } = scaleOf(config)
  const mean = opinions.reduce((sum, opinion) => sum + Number(opinion.value), 0) / opinions.length
  const { reasoning } = opinions[0]!
  return { value: mean, score: (mean - min) / (max - min), reasoning, ...votes(opinions) }
}

/** Answers come in pairs, the second with the texts swapped: winning in one order only is no win. */
function pairwiseVerdict(opinions: readonly Opinion[]): Json {
  let points = 0
  for (let index = 0; index + 1 < opinions.length; index += 2) {
    const first = opinions[index]!.value
    const second = opinions[index + 1]!.value
    if (first === 'A' && second === 'B') points++
    else if (first === 'B' && second === 'A') points--
  }
  const value = points > 0 ? 1 : points < 0 ? 0 : 0.5
  const winner = points > 0 ? 'source' : points < 0 ? 'other' : 'tie'
  return { value, winner, reasoning: opinions[0]!.reasoning, ...votes(opinions) }
}
