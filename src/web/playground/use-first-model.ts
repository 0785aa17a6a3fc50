import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { firstModelQuery } from '../prompts/forms.ts'
import { type Bench, isUntouched, withModel } from './variant.ts'

/** Gives the example of a new playground the model that a new prompt would have, if that is of another provider. */
export function useFirstModel(isNew: boolean, bench: Bench, setBench: (bench: Bench) => void): void {
  const isAsked = useRef(isNew && isUntouched(bench)).current
  const isDone = useRef(false)
  const { data: first } = useQuery({ ...firstModelQuery, enabled: isAsked })
  useEffect(() => {
    if (!isAsked || !first || isDone.current || !isUntouched(bench)) return
    isDone.current = true
    if (first.provider !== bench.variants[0]?.metadata?.model?.provider) setBench(withModel(bench, first))
  }, [isAsked, first, bench, setBench])
}
