import type { Json } from '../../json/json.ts'
import { isObject, toJson } from '../values/coercions.ts'

export type TrajectoryMode = 'strict' | 'non_strict' | 'unordered' | 'subset' | 'superset'

/** Lists of tool names; each list is an accepted trajectory. */
export type Scenarios = readonly (readonly string[])[]

/**
 * Parses `[['a', 'b']]`, `[{required_tools: ['a']}]`, one list of names, an object with `accepted_scenarios`, or any
 * of these as JSON text; null for any other value.
 */
export function readScenarios(value: Json): Scenarios | null {
  let trajectoryJson = toJson(value) ?? null
  if (isObject(trajectoryJson)) trajectoryJson = trajectoryJson['accepted_scenarios'] ?? null
  if (!Array.isArray(trajectoryJson)) return null
  if (trajectoryJson.length > 0 && trajectoryJson.every((name) => typeof name === 'string'))
    return [trajectoryJson as string[]]
  const scenarios = trajectoryJson.map(readScenario)
  return scenarios.includes(null) ? null : (scenarios as string[][])
}

/**
 * Whether the calls match a scenario.
 * - strict: the scenario's calls in its order.
 * - non_strict: the scenario's calls as a subsequence.
 * - unordered: the same calls with the same counts, in any order.
 * - subset: only calls of the scenario. superset: all calls of the scenario, and possibly others.
 * A scenario without tools, and an empty list of scenarios, match a run without calls in every mode.
 */
export function followsTrajectory(
  calls: readonly string[],
  scenarios: Scenarios,
  mode: TrajectoryMode,
): boolean {
  if (scenarios.length === 0) return calls.length === 0
  return scenarios.some((scenario) =>
    scenario.length === 0 ? calls.length === 0 : matchesScenario(calls, scenario, mode),
  )
}

function matchesScenario(
  calls: readonly string[],
  scenario: readonly string[],
  mode: TrajectoryMode,
): boolean {
  if (mode === 'strict')
    return calls.length === scenario.length && calls.every((call, index) => call === scenario[index])
  if (mode === 'non_strict') {
    let matched = 0
    for (const call of calls) if (call === scenario[matched]) matched++
    return matched === scenario.length
  }
  const [callCounts, scenarioCounts] = [counts(calls), counts(scenario)]
  const isSubset = (few: ReadonlyMap<string, number>, many: ReadonlyMap<string, number>) =>
    [...few].every(([name, times]) => times <= (many.get(name) ?? 0))
  if (mode === 'subset') return isSubset(callCounts, scenarioCounts)
  return isSubset(scenarioCounts, callCounts) && (mode === 'superset' || calls.length === scenario.length)
}

function readScenario(scenarioJson: Json): string[] | null {
  const list = isObject(scenarioJson) ? (scenarioJson['required_tools'] ?? null) : scenarioJson
  return Array.isArray(list) && list.every((name) => typeof name === 'string') ? (list as string[]) : null
}

function counts(names: readonly string[]): Map<string, number> {
  const result = new Map<string, number>()
  for (const name of names) result.set(name, (result.get(name) ?? 0) + 1)
  return result
}
