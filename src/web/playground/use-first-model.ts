import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { firstModelQuery } from '../prompts/forms.ts'
import { type Bench, isBlankBench, withModel } from './variant.ts'

/** Replaces the model of the example by the default model of new prompts, if that has another provider. */
export function useFirstModel(isNew: boolean, bench: Bench, setBench: (bench: Bench) => void): void {
  const isEligible = useRef(isNew && isBlankBench(bench)).current
  const isDone = useRef(false)
  const { data: first } = useQuery({ ...firstModelQuery, enabled: isEligible })
  useEffect(() => {
    if (!isEligible || !first || isDone.current || !isBlankBench(bench)) return
    isDone.current = true
    if (first.provider !== bench.variants[0]?.metadata?.model?.provider) setBench(withModel(bench, first))
  }, [isEligible, first, bench, setBench])
}
