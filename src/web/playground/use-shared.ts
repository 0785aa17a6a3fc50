import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { loadPart, toastProblem } from '../design/index.ts'
import type { Open } from './use-open.ts'

/** Adds the content of a shared link. */
export function useShared(open: Open): void {
  const hash = useLocation({ select: (location) => location.hash })
  const navigate = useNavigate({ from: '/playground' })
  useEffect(() => {
    if (hash === '') return
    let isUnmounted = false
    const read = async () => {
      const { benchOfLink } = await loadPart(() => import('./share.ts'))
      const bench = await benchOfLink(hash)
      if (isUnmounted) return
      if (bench) open('Shared link', bench)
      else toastProblem('The link is incomplete. Ask for it again.')
      void navigate({ search: (search) => search, hash: '', replace: true })
    }
    read().catch(toastProblem)
    return () => {
      isUnmounted = true
    }
  }, [hash, open, navigate])
}
