import type { Json } from '../../json/json.ts'
import { renderText, TemplateTextError, variablesOf as textVariables } from '../../template/text/index.ts'
import type { Inputs, Reference, Step } from '../column.ts'
import { configReader } from '../config/read.ts'
import { defineColumn } from '../define.ts'
import { failed, failedWith, failure, sourceLabel } from '../failures.ts'
import { type AssertionConfig, assertionSchema } from '../judge/config.ts'
import { judgeNeed } from '../judge/prompts.ts'
import { verdictOf } from '../judge/verdict.ts'
import type { Answer, Failure, JudgeNeed } from '../need.ts'
import { fromMapping, fromSource, sourceValue, variablesOf } from '../references.ts'
import { need, value } from '../steps.ts'
import { isEmpty, isList, isObject, toJson, toText } from '../values/coercions.ts'

const MAX_ASSERTIONS = 50

/** The distinct assertions of a prompt. A list gives an object of verdicts, even if it has one text. */
interface Assertions {
  readonly texts: readonly string[]
  readonly isList: boolean
}

/** Assertions of a prompt: a JSON list of texts, or one text; null for any other value. */
function readAssertions(prompt: Json): Assertions | null {
  const text = toText(prompt).trim()
  const list = text.startsWith('[') ? toJson(text) : undefined
  if (!isList(list)) return { texts: text === '' ? [] : [text], isList: false }
  if (list.length > MAX_ASSERTIONS || !list.every((item) => typeof item === 'string')) return null
  return { texts: [...new Set(list.filter((item) => item.trim() !== ''))], isList: true }
}

/** Fills `{name}`; every name must be mapped. */
function fillAssertion(text: string, variables: Readonly<Record<string, Json>>): string | Failure {
  const missing = textVariables(text, 'f-string').find((name) => !Object.hasOwn(variables, name))
  if (missing !== undefined)
    return failure('unmapped_variable', `The prompt has the variable ${missing}, which no column fills.`)
  try {
    return renderText(text, 'f-string', shown(variables))
  } catch (error) {
    if (!(error instanceof TemplateTextError)) throw error
    return failure('template_failed', error.message)
  }
}

/** Writes objects and lists as JSON, because judges read Python's notation less well. */
function shown(variables: Readonly<Record<string, Json>>): Readonly<Record<string, Json>> {
  return Object.fromEntries(
    Object.entries(variables).map(([name, variable]) => [
      name,
      isObject(variable) || isList(variable) ? toText(variable) : variable,
    ]),
  )
}

/** A model's judgement of a text: true or false, a score, a label, or the better of two. */
export const llmAssertion = defineColumn<AssertionConfig>({
  type: 'LLM_ASSERTION',
  cost: 'model',
  score: (config) => {
    if (config.output === 'score' || config.output === 'pairwise') return 'number'
    return config.output === 'label' && config.passing_labels == null ? 'none' : 'boolean'
  },
  config: configReader(assertionSchema),
  dependsOn: references,
  /** Release 0.2 gave other values for a prompt that is a list, or that has double braces. */
  valueVersion: ({ prompt, prompt_source: source }) =>
    source == null && !/^\s*\[|\{\{/.test(prompt ?? '') ? '' : ' form 2',
  evaluator(config) {
    const columns = references(config)
    return {
      prepare(inputs) {
        const assertions = assertionsOf(config, columns, inputs)
        return 'texts' in assertions ? judgeStep(config, columns, inputs, assertions.texts) : assertions
      },
      complete(inputs, _state, answer) {
        const assertions = assertionsOf(config, columns, inputs)
        if (!('texts' in assertions)) return assertions
        return answer.ok ? verdictStep(config, assertions, answer) : failedWith(answer.failure)
      },
    }
  },
})

function references(config: AssertionConfig): readonly Reference[] {
  return [
    fromSource('source', config.source),
    ...(config.prompt_source == null ? [] : [fromSource('prompt_source', config.prompt_source)]),
    ...(config.compare_with == null ? [] : [fromSource('compare_with', config.compare_with)]),
    ...fromMapping('variable_mappings', config.variable_mappings),
  ]
}

/** The assertions of the row, or the failure of a prompt that has none. */
function assertionsOf(
  config: AssertionConfig,
  columns: readonly Reference[],
  { values }: Inputs,
): Assertions | Step {
  const fromRow = sourceValue(columns, values, 'prompt_source') ?? null
  const prompt = isEmpty(fromRow) ? (config.prompt ?? null) : fromRow
  const assertions = readAssertions(prompt)
  if (assertions === null)
    return failed('not_a_list', 'The prompt must be text or a list of at most 50 texts.')
  return assertions.texts.length === 0 ? failed('missing_value', 'The prompt has no text.') : assertions
}

function judgeStep(
  config: AssertionConfig,
  columns: readonly Reference[],
  inputs: Inputs,
  assertions: readonly string[],
): Step {
  const { values } = inputs
  const absent = columns.findIndex(
    ({ key }, index) => isCompared(config, key) && isEmpty(values[index] ?? null),
  )
  if (absent >= 0) return failed('missing_value', `${sourceLabel(inputs, absent)} has no text to compare.`)
  const variables = variablesOf(columns, values, 'variable_mappings')
  const text = toText(sourceValue(columns, values, 'source') ?? null)
  const compared = sourceValue(columns, values, 'compare_with')
  const other = compared === undefined ? null : toText(compared)
  const needs: JudgeNeed[] = []
  for (const assertion of assertions) {
    const filled = fillAssertion(assertion, variables)
    if (typeof filled !== 'string') return failedWith(filled)
    for (let repeat = 0; repeat < (config.repeats ?? 1); repeat++) {
      needs.push(judgeNeed(config, filled, text, other, false))
      if (other !== null) needs.push(judgeNeed(config, filled, text, other, true))
    }
  }
  return need(needs.length === 1 ? needs[0]! : { kind: 'all', needs })
}

/**
 * Whether the input is one of two compared texts. Both must have a value, because any text would win against
 * a missing one.
 */
function isCompared({ compare_with: other }: AssertionConfig, key: string): boolean {
  return other != null && (key === 'source' || key === 'compare_with')
}

/** A text gives its verdict, a list an object of verdicts by assertion. */
function verdictStep(
  config: AssertionConfig,
  { texts, isList: givesObject }: Assertions,
  answer: Extract<Answer, { ok: true }>,
): Step {
  const each = (config.repeats ?? 1) * (config.output === 'pairwise' ? 2 : 1)
  const single = texts.length * each === 1
  const answers = single ? [answer.value] : isList(answer.value) ? answer.value : []
  if (answers.length !== texts.length * each)
    return failed('bad_answer', 'The judge did not answer every question.')
  const verdicts: [string, Json][] = []
  for (const [index, assertion] of texts.entries()) {
    const verdict = verdictOf(config, answers.slice(index * each, (index + 1) * each))
    if (verdict === undefined) return failed('bad_answer', 'The answer of the judge cannot be read.')
    verdicts.push([assertion, verdict])
  }
  return value(givesObject ? Object.fromEntries(verdicts) : verdicts[0]![1])
}
