import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { loadPart } from '../design/index.ts'
import { type Bench, isBlankBench } from './variant.ts'

/** The variables of all variants. The engine that reads both text languages (27 KB) comes with the first change. */
export function useVariables(bench: Bench): readonly string[] {
  const isWanted = useMemo(() => !isBlankBench(bench), [bench])
  const reader = useQuery({
    queryKey: ['playground', 'names'],
    queryFn: () => loadPart(() => import('./names.ts')),
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
  }).data
  const { variants } = bench
  return useMemo(
    () =>
      reader?.variablesOf(variants) ?? [
        ...new Set(variants.flatMap(({ template }) => template.input_variables)),
      ],
    [reader, variants],
  )
}
