import { useNavigate } from '@tanstack/react-router'
import { loadPart, toastProblem } from '../design/index.ts'

type Playground = typeof import('../playground/index.ts')

/** Opens versions of prompts in the playground, whose code is loaded first. */
export function useBringVersions(): (...content: Parameters<Playground['bringVersions']>) => void {
  const navigate = useNavigate()
  return (...content) =>
    void loadPart(() => import('../playground/index.ts')).then(({ bringVersions }) => {
      bringVersions(...content)
      return navigate({ to: '/playground' })
    }, toastProblem)
}
