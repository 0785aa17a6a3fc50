import type { Sample } from './statistics.ts'

export type Contender = () => Promise<Sample>

/**
 * Runs the contenders in turn, A B C A B C …, for this many rounds. A round before them only warms up and is
 * not counted.
 */
export async function interleave<Name extends string>(
  rounds: number,
  contenders: Readonly<Record<Name, Contender>>,
): Promise<Record<Name, Sample[]>> {
  const names = Object.keys(contenders) as Name[]
  const samples = Object.fromEntries(names.map((name) => [name, [] as Sample[]])) as Record<Name, Sample[]>
  for (const name of names) await contenders[name]()
  for (let round = 0; round < rounds; round++)
    for (const name of names) samples[name].push(await contenders[name]())
  return samples
}
