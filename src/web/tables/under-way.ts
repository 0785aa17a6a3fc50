/** Of runs, calculations and scores. */
export const isUnderWay = (status: string | null | undefined): boolean =>
  status === 'queued' || status === 'running'
